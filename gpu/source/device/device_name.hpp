// Names of GPUs as people type them and files hold them. Needs neither a driver nor a GPU.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tcviz::inline gpu_device {

std::string device_name(int ordinal);  // 1 -> "cuda:1"

// Returns 1 for "cuda:1". None if the text is not exactly what device_name() writes for a number from 0 on: not
// "CUDA:1", not "cuda:01".
std::optional<int> gpu_ordinal(std::string_view name);

}  // namespace tcviz::inline gpu_device
