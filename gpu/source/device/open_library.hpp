// Opens a library of the CUDA toolkit, together with the other libraries in its folder that it needs. Does not search
// for libraries.
#pragma once

#include <dlfcn.h>

#include <filesystem>
#include <memory>
#include <string>

namespace tcviz::inline gpu_device {

struct CloseLibrary {
  void operator()(void* library) const { dlclose(library); }
};
using OpenLibrary = std::unique_ptr<void, CloseLibrary>;

// Opens the library with the path `place`, or the one of that name that the loader finds; returns null if it cannot be
// opened. The library stays loaded until the program ends, because memory that it keeps would look like a leak once it
// is unloaded.
//
// Some libraries need others in their own folder and ask the loader for them by name: NVRTC needs libnvrtc-builtins
// when it compiles its first program, cuBLAS needs libcublasLt when it is opened. The loader finds them only if that
// folder is on its list. This function therefore opens them first, by path: the loader finds a name that is already
// loaded.
OpenLibrary open_library(const std::string& place);

// Returns the file of the library that contains `function`; empty if the loader does not know it.
std::filesystem::path file_of(const void* function);

}  // namespace tcviz::inline gpu_device
