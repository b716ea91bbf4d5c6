// The functions of NVRTC, found by name in a library that is opened at run time. Does not search for the library.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace tcviz::inline gpu_device {

// Functions as nvrtc.h of CUDA 13.0 declares them, unchanged since 11.2. They return 0 on success.
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

// Opens the library with this path or name, which then stays loaded until the program ends. Returns none if it cannot
// be opened or is another library.
std::optional<NvrtcLibrary> open_nvrtc(const std::string& place);

}  // namespace tcviz::inline gpu_device
