// The C++ compiler of this machine: TCVIZ_CXX, or g++, clang++ or c++, whichever is found first.
#pragma once

#include <filesystem>
#include <string>

#include "gpu/layout/result.hpp"

namespace tcviz {
inline namespace gpu_compiler {

struct HostCompiler {
  std::filesystem::path program;
  std::string name;  // "g++ 12.2.0"
};

// Unavailable where there is none.
Result<HostCompiler> find_host_compiler();

// A folder of this process alone, removed with all that is in it at the end.
class TemporaryFolder {
 public:
  static Result<TemporaryFolder> make();
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();
  const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace gpu_compiler
}  // namespace tcviz
