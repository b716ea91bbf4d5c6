// Declarations of variables and parameters.
#pragma once

#include <string_view>

#include "gpu/kernel/ptx/cursor.hpp"
#include "gpu/kernel/ptx/module.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_ptx {

Error ptx_error(int line, std::string_view what);

// Reads ".shared .align 16 .b8 name[1024] = {1, 2}", without the ";" behind it.
Result<PtxVariable> read_ptx_variable(PtxCursor& cursor);

}  // namespace tcviz::inline gpu_ptx
