// A folder of this process alone, removed at the end with all its files.
#pragma once

#include <filesystem>
#include <utility>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_compiler {

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

}  // namespace tcviz::inline gpu_compiler
