// The types and modifiers that an opcode takes. What ptxas refuses is no kernel.
#pragma once

#include <string>

#include "gpu/kernel/xray/machine/program.hpp"

namespace tcviz::inline gpu_xray {

// Returns the reason why no form of the opcode has these types and modifiers, "add takes no .b32: ..."; empty if one
// has, or if the table does not know the opcode.
std::string form_fault(const XrayStep& step);

}  // namespace tcviz::inline gpu_xray
