// Opens a library that CUDA comes with, and the parts of it that lie beside it. Does not search for libraries.
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

// Opens the library at this path, or the one of this name that the loader finds; null if it cannot be opened. It stays
// in memory to the end of the program, as what it keeps for itself would look like a leak once it is gone.
//
// Some libraries need others of their own folder and ask the loader for them by name: NVRTC for libnvrtc-builtins when
// it compiles its first program, cuBLAS for libcublasLt as it is opened. The loader does not look in that folder, so it
// does not find them unless a toolkit is on its list. This function therefore opens them first, by their paths: the
// loader finds a name that is in memory.
OpenLibrary open_library(const std::string& place);

// Returns the file that a function of an open library lies in; empty if the loader does not know.
std::filesystem::path file_of(const void* function);

}  // namespace tcviz::inline gpu_device
