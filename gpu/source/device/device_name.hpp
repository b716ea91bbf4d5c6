// Names of GPUs as users type them and files store them: "cuda:1". Needs neither a driver nor a GPU.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tcviz::inline gpu_device {

// Returns "cuda:1" for 1.
std::string device_name(int ordinal);

// Returns 1 for "cuda:1". Returns none if `name` is not exactly what device_name() returns for a number from 0 on: not
// for "CUDA:1" or "cuda:01".
std::optional<int> gpu_ordinal(std::string_view name);

}  // namespace tcviz::inline gpu_device
