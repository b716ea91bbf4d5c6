// The names by which people know architectures: "A100" is sm_80. Plain data.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_layout {

// Returns the GPUs of an architecture, "Volta: V100, Titan V"; empty if no GPU of it is known.
std::string_view known_gpus(ComputeCapability architecture);

// Returns the architecture of a GPU by its name: "A100", "rtx 4090", "NVIDIA H100". None for an unknown name.
std::optional<ComputeCapability> architecture_of_gpu(std::string_view name);

// Returns every name that architecture_of_gpu knows, as people write it: "A100".
std::vector<std::string_view> gpu_names();

}  // namespace tcviz::inline gpu_layout
