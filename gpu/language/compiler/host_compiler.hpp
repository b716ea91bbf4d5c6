// The C++ compiler of this machine: TCVIZ_CXX, or g++, clang++ or c++, whichever is found first.
#pragma once

#include <filesystem>
#include <string>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_compiler {

struct HostCompiler {
  std::filesystem::path program;
  std::string name;  // "g++ 12.2.0"
};

// Finds the compiler. Unavailable if there is none.
Result<HostCompiler> find_host_compiler();

}  // namespace tcviz::inline gpu_compiler
