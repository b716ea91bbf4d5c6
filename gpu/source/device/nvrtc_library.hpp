// NVRTC's functions, found by name in a library that is opened at run time. Does not search for libraries.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace tcviz::inline gpu_device {

// nvrtc.h of CUDA 13.0; the same since 11.2. Results: 0 is success.
struct NvrtcLibrary {
  using Program = void*;
  int (*version)(int*, int*) = nullptr;
  int (*count_architectures)(int*) = nullptr;
  int (*architectures)(int*) = nullptr;
  int (*create)(Program*, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
  int (*destroy)(Program*) = nullptr;
  int (*compile)(Program, int, const char* const*) = nullptr;
  int (*cubin_size)(Program, std::size_t*) = nullptr;
  int (*cubin)(Program, char*) = nullptr;
  int (*ptx_size)(Program, std::size_t*) = nullptr;
  int (*ptx)(Program, char*) = nullptr;
  int (*log_size)(Program, std::size_t*) = nullptr;
  int (*log)(Program, char*) = nullptr;
  const char* (*error_text)(int) = nullptr;
  std::filesystem::path file;  // the file of the library

  std::string version_text() const;  // "13.0"
};

// Opens the library of this path or name, which stays mapped to the end of the program. None: it cannot be opened or is
// another.
std::optional<NvrtcLibrary> open_nvrtc(const std::string& place);

}  // namespace tcviz::inline gpu_device
