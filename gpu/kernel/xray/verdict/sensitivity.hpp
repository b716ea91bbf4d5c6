// Asks of equal numbers whether they prove anything: an input that is zero, or tiny beside the others, may be left out
// or have the wrong sign, and the output stays the same within its tolerance.
#pragma once

#include <string>

#include "gpu/kernel/xray/verdict/expression.hpp"
#include "gpu/kernel/xray/verdict/host_numbers.hpp"
#include "gpu/kernel/xray/verdict/report.hpp"

namespace tcviz::inline gpu_xray {

// Returns the reason why numbers that are equal to `of` do not prove it. For each input that `of` names, they have to
// differ with half of it, without it and with its opposite sign; for each other input that the kernel only reads, with
// the input added. An alternative that changes nothing however large the input is, as the sign in x * x, proves
// nothing either way. Returns an empty text if all alternatives show.
std::string hidden_input(const HostInputs& inputs, const XrayArray& output, const OutputVerdict& verdict,
                         const OutputExpectation& of);

}  // namespace tcviz::inline gpu_xray
