// Sets up the memory of a launch: arrays with labels and small numbers, parameters, variables of the module.
#pragma once

#include "gpu/kernel/xray/label/launch.hpp"
#include "gpu/kernel/xray/label/memory.hpp"
#include "gpu/kernel/xray/machine/program.hpp"
#include "gpu/kernel/xray/verdict/host_numbers.hpp"

namespace tcviz::inline gpu_xray {

// Returns the dimensions that the arrays name. Returns an error if two arrays give one dimension different sizes.
Result<std::vector<NamedDimension>> dimensions_of(const XrayLaunch& launch);

// Fills `memory`. `labels` must have its dimensions. Adds remarks for the user to `notes`.
Status place_arguments(const XrayProgram& program, const XrayLaunch& launch, LabelSpace& labels, XrayMemory& memory,
                       std::vector<std::string>& notes);

// Returns the number that the kernel receives for each argument of the launch; arrays have none.
std::vector<PassedScalar> passed_scalars(const XrayProgram& program, const XrayLaunch& launch);

// Returns the number of the dimension `name`, which `labels` must have.
int dimension_number(const LabelSpace& labels, const std::string& name);

}  // namespace tcviz::inline gpu_xray
