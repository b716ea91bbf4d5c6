// Live registers: fragments whose values a running kernel wrote to a file with the macro TCVIZ(...). The window gets
// them from a child process that answers as `tcviz live` does (xray_child.hpp).
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

// A fragment in the file. `line` and `file`: place of the macro; `time`: number of this execution of the macro by the
// warp, from 1; `threads`: size of the group; `missing`: number of threads whose values are not in the file.
struct LiveTake {
  std::string kind, file;
  int line = 0, warp = 0, time = 0, threads = 0, missing = 0;
};
// Returns "1: mma.m16n8k16.acc.f32, kernel.cu line 20, warp 0, time 1".
std::string describe_take(const LiveTake& take, int number);

// A value that differs from the expected one.
struct LiveWrong {
  int lane = 0, warp = 0, reg = 0;
  Element element;
  std::string found, expected;
};
// Returns "lane 5, register 0 holds (1, 2) = 74, expected 10".
std::string describe_wrong(const LiveWrong& wrong);

// The answer about one fragment, with the list of all.
struct LiveRun {
  std::vector<LiveTake> takes;
  int at = 0;          // index of the fragment in `takes`
  std::string expect;  // expression for the expected values; empty: none was given
  std::string source;  // the source of the layout: "recorded:sm_90"
  LiveGrid grid;
  std::vector<LiveWrong> wrong;     // in the order of threads and registers
  int compared = 0, differing = 0;  // values compared; elements whose owners hold different bits
  std::vector<std::string> hints;
};
// Describes the result in a line.
std::string describe_live(const LiveRun& run);

// The state of the view of live registers.
struct LiveLook {
  std::string path, name;
  int at = 0;          // index of the fragment
  std::string expect;  // expected values, as the user typed them
  std::shared_ptr<const LiveRun> run;
  std::string problem;  // message if the file could not be read
  std::optional<Element> hover, chosen;
  int wrong = -1;  // index of the chosen wrong value; -1: none
  Task task;       // reading the file
  int job = 0;     // number of the last request
  const std::optional<Element>& marked() const { return hover ? hover : chosen; }
};

// A question to the command `tcviz live`.
struct LiveQuestion {
  std::string path;
  int at = 0;
  std::string expect;
  friend bool operator==(const LiveQuestion&, const LiveQuestion&) = default;
};
// Reads a file. Returns the error BadInput, with the message of the command, for a bad file or bad expected values.
using LiveWork = std::function<Result<LiveRun>(const LiveQuestion&, const std::function<bool()>& stopped)>;

}  // namespace tcviz::inline app_session
