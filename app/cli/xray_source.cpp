#include "app/cli/xray_source.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "gpu/compiler/limited_process.hpp"
#include "gpu/compiler/temporary_folder.hpp"
#include "gpu/device/library_search.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz {
inline namespace app_cli {
namespace {

namespace fs = std::filesystem;

Result<std::string> compile(const std::string& path, const std::string& arch) {
  const fs::path nvcc = toolkit_program("nvcc", this_machine());
  if (nvcc.empty())
    return unavailable(
        fmt::format("there is no nvcc here to compile {}: install the CUDA toolkit, name its folder in CUDA_HOME, or "
                    "give the PTX that `nvcc -ptx "
                    "-lineinfo` makes.",
                    path));
  const Result<TemporaryFolder> folder = TemporaryFolder::make();
  TCVIZ_TRY(folder);
  const fs::path out = folder.value().path() / "kernel.ptx";
  LimitedProcess process;
  process.command = {
      nvcc.string(), "-ptx", "-lineinfo", "-std=c++17", "-arch", arch, "-o", out.string(), fs::absolute(path).string()};
  process.folder = folder.value().path();
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
