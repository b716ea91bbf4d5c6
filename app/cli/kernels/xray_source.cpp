#include "app/cli/kernels/xray_source.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "gpu/language/compiler/limited_process.hpp"
#include "gpu/language/compiler/temporary_folder.hpp"
#include "gpu/layout/file.hpp"
#include "gpu/source/device/library_search.hpp"
#include "gpu/source/device/nvrtc.hpp"
#include "gpu/source/device/setup_folder.hpp"

namespace tcviz::inline app_cli {
namespace {

namespace fs = std::filesystem;

Result<std::string> compile_by_nvcc(const fs::path& nvcc, const std::string& path, const std::string& arch) {
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
    return bad_input(fmt::format("nvcc cannot compile {} for {}:\n{}", path, arch, end.value().answer));
  return read_file(out);
}

// Compiles in this process by NVRTC, which knows no host code.
Result<std::string> compile_by_nvrtc(const NvrtcPlaces& nvrtc, const std::string& path, const std::string& arch) {
  const Result<std::string> source = read_file(path);
  TCVIZ_TRY(source);
  return compile_to_ptx(nvrtc, source.value(), path, arch);
}

Result<std::string> compile(const std::string& path, const std::string& arch) {
  if (const fs::path nvcc = toolkit_program("nvcc", this_machine()); !nvcc.empty())
    return compile_by_nvcc(nvcc, path, arch);
  if (const Result<NvrtcPlaces> nvrtc = find_nvrtc()) return compile_by_nvrtc(nvrtc.value(), path, arch);
  return unavailable(
      fmt::format("there is no nvcc and no NVRTC here to compile {}: install the CUDA toolkit, name its folder in "
                  "CUDA_HOME, fetch NVRTC with {}, or give the PTX that `nvcc -ptx -lineinfo` makes.",
                  path, fetch_command("gpu")));
}

}  // namespace

bool is_cuda_source(std::string_view name) { return name.ends_with(".cu") || name.ends_with(".cuh"); }

Result<std::string> ptx_of(const KernelFiles& files, const std::string& arch) {
  if (!is_cuda_source(files.source)) return read_file(files.source);
  std::error_code none;
  if (!files.ptx.empty() && fs::exists(files.ptx, none)) return read_file(files.ptx);
  Result<std::string> made = compile(files.source, arch);
  TCVIZ_TRY(made);
  if (!files.ptx.empty()) TCVIZ_TRY(write_file(files.ptx, made.value()));
  return made;
}

}  // namespace tcviz::inline app_cli
