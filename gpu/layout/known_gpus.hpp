// The names of GPUs by architecture: "A100" is sm_80. Plain data.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_layout {

// Returns the GPUs of an architecture as text, "Volta: V100, Titan V"; empty if none is known.
std::string_view known_gpus(ComputeCapability architecture);

// Returns the architecture of the GPU with this name: "A100", "rtx 4090", "NVIDIA H100". Returns none for an unknown
// name.
std::optional<ComputeCapability> architecture_of_gpu(std::string_view name);

// Reads the architecture that a text begins with, of at most four digits: 90 of "90" and of "9.0"; none if there is
// none.
std::optional<ComputeCapability> read_architecture(std::string_view text);

// Returns the architectures of a GPU or of a generation: "Ampere" is sm_80, sm_86 and sm_87. Empty for an unknown name.
std::vector<ComputeCapability> architectures_called(std::string_view name);

// Returns all names that architecture_of_gpu knows, in their usual spelling.
std::vector<std::string_view> gpu_names();

}  // namespace tcviz::inline gpu_layout
