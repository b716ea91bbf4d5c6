#include "app/cli/kernels/xray_source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <set>

#include "app/cli/kernels/interrupts.hpp"
#include "gpu/language/compiler/limited_process.hpp"
#include "gpu/language/compiler/temporary_folder.hpp"
#include "gpu/layout/characters.hpp"
#include "gpu/layout/file.hpp"
#include "gpu/source/device/library_search.hpp"
#include "gpu/source/device/nvrtc.hpp"
#include "gpu/source/device/setup_folder.hpp"

namespace tcviz::inline app_cli {
namespace {

namespace fs = std::filesystem;

using Flags = std::vector<std::string>;

bool has_flag(const Flags& flags, std::string_view begin) {
  return std::ranges::any_of(flags, [&](const std::string& flag) {
    return std::string_view(flag).substr(std::min(flag.find_first_not_of('-'), flag.size())).starts_with(begin);
  });
}

// Returns flags with whole paths, each in one word if the compiler knows it so: the compiler works in another folder.
Flags with_whole_paths(const Flags& flags) {
  constexpr auto with_path = std::to_array<std::string_view>({"-isystem", "-include", "--include-path", "-I"});
  Flags whole;
  for (std::size_t at = 0; at < flags.size(); ++at) {
    const auto found = std::ranges::find_if(with_path, [&](auto begin) { return flags[at].starts_with(begin); });
    if (found == with_path.end()) {
      whole.push_back(flags[at]);
      continue;
    }
    std::string path = flags[at].substr(found->size());
    if (path.starts_with('=')) path.erase(0, 1);
    if (path.empty() && at + 1 < flags.size()) path = flags[++at];
    path = fs::absolute(path).string();
    if (*found == "-I" || *found == "--include-path") {
      whole.push_back("-I" + path);
    } else {
      whole.emplace_back(*found);
      whole.push_back(path);
    }
  }
  return whole;
}

// Adds what to do about a header that is missing, as nvcc's preprocessor or NVRTC says it.
Error with_hint(Error error) {
  constexpr auto signs = std::to_array<std::string_view>({": No such file or directory", "cannot open source file"});
  const auto is_said = [&](std::string_view sign) { return error.message.find(sign) != std::string::npos; };
  if (std::ranges::none_of(signs, is_said)) return error;
  if (!error.message.ends_with('\n')) error.message += '\n';
  error.message += "Name the header's folder behind --, as in tcviz xray kernel.cu -- -Iinclude";
  return error;
}

// Returns the architectures that nvcc compiles for, "sm_75, sm_80"; empty: it does not say.
std::string architectures_of(const fs::path& nvcc, const fs::path& folder) {
  LimitedProcess process;
  process.command = {nvcc.string(), "--list-gpu-arch"};
  process.folder = folder;
  process.limits.computes_only = false;
  const Result<ProcessEnd> end = run_limited(process);
  std::set<int> numbers;
  for (std::string_view rest = end ? end.value().answer : std::string_view(); !rest.empty();) {
    const std::string_view word = trimmed(rest.substr(0, rest.find('\n')));
    rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    if (word.starts_with("compute_")) numbers.insert(number_in<int>(word.substr(8)).value_or(0));
  }
  numbers.erase(0);
  return numbers.empty() ? std::string() : fmt::format("sm_{}", fmt::join(numbers, ", sm_"));
}

// Says why nvcc made no PTX: the architecture, or what it complains about. `run`: how it was run.
Error not_compiled(const LimitedProcess& run, const std::string& source, const std::string& arch,
                   const std::string& answer) {
  if (answer.find("Unsupported gpu architecture") != std::string::npos)
    if (const std::string known = architectures_of(run.command.front(), run.folder); !known.empty())
      return bad_input(fmt::format("nvcc cannot compile {} for {}, which it does not know: --arch is one of {}.",
                                   source, arch, known));
  return bad_input(fmt::format("nvcc cannot compile {} for {}:\n{}", source, arch, answer));
}

// Compiles by nvcc. Sets `stopped` if Ctrl-C came, which ends all processes that nvcc has started.
Result<std::string> compile_by_nvcc(const fs::path& nvcc, const KernelFiles& files, const std::string& arch,
                                    bool& stopped) {
  const Result<TemporaryFolder> folder = TemporaryFolder::make();
  TCVIZ_TRY(folder);
  const fs::path out = folder.value().path() / "kernel.ptx";
  LimitedProcess process;
  process.command = {nvcc.string(), "-ptx", "-lineinfo"};
  if (!has_flag(files.flags, "std")) process.command.emplace_back("-std=c++17");
  if (!has_flag(files.flags, "arch") && !has_flag(files.flags, "gpu-arch"))
    process.command.insert(process.command.end(), {"-arch", arch});
  const Flags flags = with_whole_paths(files.flags);
  process.command.insert(process.command.end(), flags.begin(), flags.end());
  process.command.insert(process.command.end(), {"-o", out.string(), fs::absolute(files.source).string()});
  process.folder = folder.value().path();
  process.limits.cpu = std::chrono::seconds(120);
  process.limits.wall = std::chrono::milliseconds(180'000);
  process.limits.memory = std::size_t{16} << 30;
  process.limits.file_bytes = std::size_t{1} << 30;
  process.limits.computes_only = false;
  const Interrupts interrupts;
  const Result<ProcessEnd> end = run_limited(process, [&] { return interrupts.came(); });
  stopped = interrupts.came();
  TCVIZ_TRY(end);
  if (end.value().exit_code != 0 || end.value().signal != 0)
    return not_compiled(process, files.source, arch, end.value().answer);
  return read_file(out);
}

// Compiles in this process by NVRTC, which knows no host code.
Result<std::string> compile_by_nvrtc(const NvrtcPlaces& nvrtc, const KernelFiles& files, const std::string& arch) {
  const Result<std::string> source = read_file(files.source);
  TCVIZ_TRY(source);
  return compile_to_ptx(nvrtc, source.value(), files.source, arch, with_whole_paths(files.flags));
}

// Compiles by what is here. Ctrl-C ends this program too, once the compiler has gone and its folder is removed.
Result<std::string> compile(const KernelFiles& files, const std::string& arch) {
  if (const fs::path nvcc = toolkit_program("nvcc", this_machine()); !nvcc.empty()) {
    bool stopped = false;
    Result<std::string> made = compile_by_nvcc(nvcc, files, arch, stopped);
    if (stopped) std::raise(SIGINT);
    return made;
  }
  if (const Result<NvrtcPlaces> nvrtc = find_nvrtc()) return compile_by_nvrtc(nvrtc.value(), files, arch);
  return unavailable(
      fmt::format("there is no nvcc and no NVRTC here to compile {}: install the CUDA toolkit, name its folder in "
                  "CUDA_HOME, fetch NVRTC with {}, or give the PTX that `nvcc -ptx -lineinfo` makes.",
                  files.source, fetch_command("gpu")));
}

// Collects the headers of a text, each once, those that a header includes in front of it.
class Headers {
 public:
  explicit Headers(const Flags& flags) {
    for (const std::string& flag : with_whole_paths(flags))
      if (flag.starts_with("-I")) folders_.emplace_back(flag.substr(2));
  }
  void add_those_of(const fs::path& folder, std::string_view source) {
    for (std::size_t begin = 0; begin < source.size();) {
      const std::size_t end = std::min(source.find('\n', begin), source.size());
      if (const std::string name = included(source.substr(begin, end - begin)); !name.empty()) find(folder, name);
      begin = end + 1;
    }
  }
  std::string text;
  std::vector<std::string> folders;  // those that were found

 private:
  static constexpr std::size_t most_headers = 100, most_bytes = std::size_t{1} << 20;

  // Returns the name in `#include "name"`; empty for another line.
  static std::string included(std::string_view line) {
    line = trimmed(line);
    if (!line.starts_with('#')) return {};
    line = trimmed(line.substr(1));
    if (!line.starts_with("include")) return {};
    line = trimmed(line.substr(7));
    const std::size_t end = line.find('"', 1);
    return line.starts_with('"') && end != std::string_view::npos ? std::string(line.substr(1, end - 1))
                                                                  : std::string();
  }

  void find(const fs::path& folder, const std::string& name) {
    std::error_code none;
    if (fs::is_regular_file(folder / name, none)) return add(folder / name);
    const auto found = std::ranges::find_if(folders_, [&](auto& one) { return fs::is_regular_file(one / name, none); });
    if (found != folders_.end()) return add(*found / name);
    std::vector<fs::path> from = folders_;
    from.insert(from.begin(), fs::absolute(folder.empty() ? fs::path(".") : folder));
    for (const fs::path& below : from)
      if (look_above(below, name)) return add(folders_.back() / name);
  }

  // Looks for a header in the folders above, and in those beside them where projects keep headers.
  bool look_above(fs::path folder, const std::string& name) {
    constexpr int most_steps = 5;
    constexpr auto beside = std::to_array<std::string_view>({"", "include", "inc", "src", "common", "utils"});
    std::error_code none;
    for (int step = 0; step < most_steps && folder.has_relative_path(); ++step, folder = folder.parent_path())
      for (const std::string_view one : beside) {
        if (!fs::is_regular_file(folder / one / name, none)) continue;
        folders_.push_back(one.empty() ? folder : folder / one);
        folders.push_back(folders_.back().string());
        return true;
      }
    return false;
  }

  void add(const fs::path& path) {
    std::error_code none;
    const std::string whole = fs::weakly_canonical(path, none).string();
    if (none || seen_.size() >= most_headers || !seen_.insert(whole).second || !fs::is_regular_file(whole, none))
      return;
    const Result<std::string> read = read_file(whole, most_bytes);
    if (!read || text.size() + read.value().size() > most_bytes) return;
    add_those_of(path.parent_path(), read.value());
    text += read.value() + "\n";
  }

  std::vector<fs::path> folders_;  // of -I
  std::set<std::string> seen_;
};

}  // namespace

bool is_cuda_source(std::string_view name) { return name.ends_with(".cu") || name.ends_with(".cuh"); }

SourceWithHeaders with_headers(const std::string& path, const std::string& source,
                               const std::vector<std::string>& flags) {
  Headers headers(flags);
  headers.add_those_of(fs::path(path).parent_path(), source);
  const auto lines = std::ranges::count(headers.text, '\n');
  return {{headers.text + source, 1 + static_cast<int>(lines)}, std::move(headers.folders)};
}

Result<std::string> ptx_of(const KernelFiles& files, const std::string& arch) {
  if (!is_cuda_source(files.source)) return read_file(files.source);
  std::error_code none;
  if (!files.ptx.empty() && fs::exists(files.ptx, none)) return read_file(files.ptx);
  Result<std::string> made = compile(files, arch);
  if (!made) return with_hint(made.error());
  if (!files.ptx.empty()) TCVIZ_TRY(write_file(files.ptx, made.value()));
  return made;
}

}  // namespace tcviz::inline app_cli
