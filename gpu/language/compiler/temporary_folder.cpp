#include "gpu/language/compiler/temporary_folder.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

namespace tcviz::inline gpu_compiler {

Result<TemporaryFolder> TemporaryFolder::make() {
  std::error_code ignored;
  std::string name = (std::filesystem::temp_directory_path(ignored) / "tcviz-compile-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    return unavailable(fmt::format("cannot make a temporary folder: {}", std::strerror(errno)));
  return TemporaryFolder(name);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace tcviz::inline gpu_compiler
