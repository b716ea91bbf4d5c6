// Live registers of a kernel in the window: the answers of `tcviz live FILE --json` about a file that TCVIZ(...) wrote.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/pictures/live_grid_scene.hpp"
#include "app/session/base/task.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_session {

// One fragment that was taken: --at says which.
struct LiveTake {
  std::string kind, file;
  int line = 0, warp = 0, time = 0, threads = 0, missing = 0;
};
// Returns "1: mma.m16n8k16.acc.f32, kernel.cu line 20, warp 0, time 1".
std::string describe_take(const LiveTake& take, int number);

struct LiveWrong {
  int lane = 0, warp = 0, reg = 0;
  Element element;
  std::string found, expected;
};
// Returns "lane 5, register 0 holds (1, 2) = 74, expected 10".
std::string describe_wrong(const LiveWrong& wrong);

struct LiveRun {
  std::vector<LiveTake> takes;
  int at = 0;
  std::string expect;  // empty: nothing was expected
  std::string source;  // of the layout: "recorded:sm_90"
  LiveGrid grid;
  std::vector<LiveWrong> wrong;  // by slot
  int compared = 0, differing = 0;
  std::vector<std::string> hints;
};
// Describes it in a line.
std::string describe_live(const LiveRun& run);

struct LiveLook {
  std::string path, name;
  int at = 0;
  std::string expect;  // as typed
  std::shared_ptr<const LiveRun> run;
  std::string problem;
  std::optional<Element> hover, chosen;
  int wrong = -1;  // of the list
  Task task;
  int job = 0;
  const std::optional<Element>& marked() const { return hover ? hover : chosen; }
};

struct LiveQuestion {
  std::string path;
  int at = 0;
  std::string expect;
  friend bool operator==(const LiveQuestion&, const LiveQuestion&) = default;
};
// BadInput: tcviz's message about the file or the expected values.
using LiveWork = std::function<Result<LiveRun>(const LiveQuestion&, const std::function<bool()>& stopped)>;

// Reads `list` and `answer` as `tcviz live FILE --json` prints them, without and with --at. BadInput: they are none.
Result<LiveRun> read_live_answers(std::string_view list, std::string_view answer, const LiveQuestion& question);

// Returns a reader by `tcviz live FILE --json` in a process of its own.
LiveWork live_reader(std::string program);

}  // namespace tcviz::inline app_session
