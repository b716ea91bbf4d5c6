// Finds a C++ compiler on this machine: TCVIZ_CXX, or the first one found of g++, clang++ and c++.
#pragma once

#include <filesystem>
#include <string>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_compiler {

struct HostCompiler {
  std::filesystem::path program;
  std::string name;  // "g++ 12.2.0"
};

// Returns the compiler, or the error Unavailable if there is none.
Result<HostCompiler> find_host_compiler();

}  // namespace tcviz::inline gpu_compiler
