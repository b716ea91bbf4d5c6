// Finds the installed NVIDIA driver and its version. Needs no CUDA call.
#pragma once

#include <string>

namespace tcviz::inline gpu_device {

bool driver_library_found();   // true if libcuda.so.1 can be opened
std::string driver_version();  // "580.65.06"; "unknown" if the system does not tell

}  // namespace tcviz::inline gpu_device
