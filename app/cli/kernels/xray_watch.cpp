#include "app/cli/kernels/xray_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ostream>
#include <thread>
#include <vector>

#include "app/asked/watched_file.hpp"
#include "app/cli/kernels/interrupts.hpp"
#include "gpu/layout/characters.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_cli {
namespace {

constexpr std::chrono::milliseconds between_looks(100);

// True if one of the files was saved since the last look.
bool is_saved(std::vector<WatchedFile>& files) {
  return std::ranges::count_if(files, [](WatchedFile& file) { return file.look().has_value(); }) > 0;
}

// Waits for a save. Returns false if Ctrl-C comes first, or nobody reads the answers any more.
bool await_save(std::vector<WatchedFile>& files, const Interrupts& interrupts, const Context& context) {
  while (!is_saved(files)) {
    if (interrupts.came() || (context.is_heard && !context.is_heard())) return false;
    std::this_thread::sleep_for(between_looks);
  }
  return true;
}

Status say_end(const Status& end, const std::string& file, Context& context) {
  if (context.print_now) TCVIZ_TRY(context.print_now());
  if (!end && !end.error().message.empty()) context.notes << "tcviz: " << for_terminal(end.error().message) << "\n";
  context.notes << for_terminal(fmt::format("The next save of {} is waited for; Ctrl-C ends.\n", file)) << std::flush;
  return Nothing{};
}

}  // namespace

Status answer_every_save(const KernelOptions& options, const WatchedAnswer& answer, Context& context) {
  TCVIZ_TRY(read_file(options.file));
  std::vector<WatchedFile> files{WatchedFile(options.file)};
  if (!options.launch_file.empty()) files.emplace_back(options.launch_file);
  is_saved(files);  // from here on: a save during the first answer counts
  bool interrupted = false;
  while (true) {
    const Status end = answer(interrupted);
    if (interrupted) return end;
    const Interrupts interrupts;
    TCVIZ_TRY(say_end(end, options.file, context));
    if (await_save(files, interrupts, context)) continue;
    return end.ok() ? end : Status(Error{end.error().fault, {}});  // it has been said
  }
}

}  // namespace tcviz::inline app_cli
