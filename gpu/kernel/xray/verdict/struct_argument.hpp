// A structure by value as an argument: 'struct(A=f16[m:64,k:128], alpha=f32:0.5, i64:64)'.
#pragma once

#include <string_view>
#include <vector>

#include "gpu/kernel/ptx/module.hpp"
#include "gpu/kernel/xray/label/launch.hpp"

namespace tcviz::inline gpu_xray {

// Reads an argument of a kernel: one for itself, or the fields of a structure, each at the place that C++ gives it.
Result<std::vector<XrayArgument>> read_whole_argument(std::string_view text);
// Returns the number of the parameter that each argument is passed in, and one more: that of all parameters.
std::vector<std::size_t> parameter_numbers(const std::vector<XrayArgument>& arguments);
// Returns the parameter as the argument sees it: of a structure the field.
PtxVariable field_of(const PtxVariable& parameter, const XrayArgument& argument);

}  // namespace tcviz::inline gpu_xray
