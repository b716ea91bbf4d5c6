// Finds the installed NVIDIA driver and its version. Needs no CUDA call.
#pragma once

#include <string>

namespace tcviz::inline gpu_device {

// True if libcuda.so.1 can be opened.
bool driver_library_found();
// Returns "580.65.06", for example; "unknown" if the system does not say.
std::string driver_version();

}  // namespace tcviz::inline gpu_device
