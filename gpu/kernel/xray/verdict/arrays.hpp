// The arguments of a launch as memory: arrays with labels and tame numbers, parameters, variables of the module.
#pragma once

#include "gpu/kernel/xray/label/launch.hpp"
#include "gpu/kernel/xray/label/memory.hpp"
#include "gpu/kernel/xray/machine/program.hpp"
#include "gpu/kernel/xray/verdict/host_numbers.hpp"

namespace tcviz::inline gpu_xray {

// Returns the dimensions that the arrays name, each with one size; an error if two sizes contradict each other.
Result<std::vector<NamedDimension>> dimensions_of(const XrayLaunch& launch);

// Fills the memory; the labels know the dimensions already. `notes` gets remarks for the user.
Status place_arguments(const XrayProgram& program, const XrayLaunch& launch, LabelSpace& labels, XrayMemory& memory,
                       std::vector<std::string>& notes);

// Returns the numbers that parameters get, for each argument of the launch.
std::vector<PassedScalar> passed_scalars(const XrayProgram& program, const XrayLaunch& launch);

// Returns the number of the dimension of this name, which the space has.
int dimension_number(const LabelSpace& labels, const std::string& name);

}  // namespace tcviz::inline gpu_xray
