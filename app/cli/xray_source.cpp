#include "app/cli/xray_source.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "gpu/compiler/limited_process.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz {
inline namespace app_cli {
namespace {

namespace fs = std::filesystem;

fs::path find_nvcc() {
  const char* const variable = std::getenv("PATH");
  std::string_view rest = variable == nullptr ? "" : variable;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const fs::path nvcc = fs::path(rest.substr(0, end)) / "nvcc";
    std::error_code error;
    if (fs::is_regular_file(nvcc, error)) return nvcc;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

// A folder that is gone when this is.
class CompileFolder {
 public:
  CompileFolder() {
    std::string pattern = (fs::temp_directory_path() / "tcviz-xray-XXXXXX").string();
    if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~CompileFolder() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  CompileFolder(const CompileFolder&) = delete;
  CompileFolder& operator=(const CompileFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

Result<std::string> compile(const std::string& path, const std::string& arch) {
  const fs::path nvcc = find_nvcc();
  if (nvcc.empty())
    return unavailable(
        fmt::format("there is no nvcc here to compile {}: install the CUDA toolkit, or give the PTX that `nvcc -ptx "
                    "-lineinfo` makes.",
                    path));
  const CompileFolder folder;
  if (folder.path().empty()) return bad_input("no temporary folder can be made.");
  const fs::path out = folder.path() / "kernel.ptx";
  LimitedProcess process;
  process.command = {
      nvcc.string(), "-ptx", "-lineinfo", "-std=c++17", "-arch", arch, "-o", out.string(), fs::absolute(path).string()};
  process.folder = folder.path();
  process.limits.cpu = std::chrono::seconds(120);
  process.limits.wall = std::chrono::milliseconds(180'000);
  process.limits.memory = std::size_t{16} << 30;
  process.limits.file_bytes = std::size_t{1} << 30;
  process.limits.computes_only = false;
  const Result<ProcessEnd> end = run_limited(process);
  TCVIZ_TRY(end);
  if (end.value().exit_code != 0 || end.value().signal != 0)
    return bad_input(fmt::format("nvcc does not compile {} for {}:\n{}", path, arch, end.value().answer));
  return read_file(out);
}

}  // namespace

Result<std::string> ptx_of(const std::string& path, const std::string& arch) {
  const bool is_cuda = path.ends_with(".cu") || path.ends_with(".cuh");
  return is_cuda ? compile(path, arch) : read_file(path);
}

}  // namespace app_cli
}  // namespace tcviz
