#include "app/session/xray/xray_child.hpp"

#include <fmt/format.h>

#include <fstream>
#include <limits>

#include "app/session/xray/xray_answer.hpp"
#include "gpu/compiler/limited_process.hpp"
#include "gpu/compiler/temporary_folder.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz {
inline namespace app_session {
namespace {

constexpr std::chrono::seconds longest{120};

// The answer goes to a file: what is complained about comes through the channel, and neither falls into the other.
LimitedProcess process_for(const KernelToRun& kernel, const std::filesystem::path& folder, const std::string& file) {
  LimitedProcess made;
  made.folder = folder;
  made.command = {"/bin/sh", "-c", "exec \"$0\" \"$@\" > answer.json", kernel.program, "xray", file, "--json"};
  if (!kernel.event.empty()) made.command.insert(made.command.end(), {"--event", kernel.event});
  made.limits.cpu = 16 * longest;  // several blocks at once
  made.limits.wall = longest;
  made.limits.memory = std::numeric_limits<std::size_t>::max();  // the executor bounds itself
  made.limits.file_bytes = std::size_t{1} << 30;
  made.limits.computes_only = false;
  return made;
}

}  // namespace

Result<XrayReport> run_kernel(const KernelToRun& kernel, const std::function<bool()>& stopped) {
  const Result<TemporaryFolder> folder = TemporaryFolder::make();
  TCVIZ_TRY(folder);
  const std::string file = kernel.is_cuda ? "kernel.cu" : "kernel.ptx";
  if (!(std::ofstream(folder.value().path() / file, std::ios::binary) << kernel.source << std::flush))
    return unavailable(fmt::format("cannot write {}: is there room?", (folder.value().path() / file).string()));
  const Result<ProcessEnd> ended = run_limited(process_for(kernel, folder.value().path(), file), stopped);
  TCVIZ_TRY(ended);
  const ProcessEnd& end = ended.value();
  if (end.stopped) return unavailable("stopped before the end.");
  if (end.out_of_time)
    return unavailable(fmt::format("the execution took longer than {} s: try a smaller launch.", longest.count()));
  if (end.signal != 0)
    return unavailable(
        fmt::format("the execution crashed with signal {}; nothing else is lost. Please report this "
                    "kernel.",
                    end.signal));
  if (end.exit_code == 127) return unavailable(fmt::format("cannot start {}.", kernel.program));
  const Result<std::string> answer = read_file((folder.value().path() / "answer.json").string());
  TCVIZ_TRY(answer);
  if (answer.value().empty()) return bad_input(end.answer.empty() ? "tcviz xray said nothing." : end.answer);
  return read_xray_answer(answer.value());
}

}  // namespace app_session
}  // namespace tcviz
