// A temporary folder that is removed with all its files at the end.
#pragma once

#include <filesystem>
#include <utility>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_compiler {

class TemporaryFolder {
 public:
  // Makes a new folder that only this user may access.
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
