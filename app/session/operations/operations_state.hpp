// The state of the workspace Operations, a plain value.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/session/base/task.hpp"
#include "gpu/run/ops/run.hpp"

namespace tcviz::inline app_session {

// The operation to run, and its settings.
struct OperationsChoice {
  std::string operation = "upper";
  double a = 1, b = 0;  // the operation's scalars
  int d = 0;            // the diagonal of masks
  std::string body;     // C++ code, used by the operation `body` only
  friend bool operator==(const OperationsChoice&, const OperationsChoice&) = default;
};

// A finished run. Never changes once made.
struct OperationsRun {
  OperationsChoice choice;
  std::string source;  // the source of `layout`: "cuda:0"
  Layout layout;
  Result<RunResult> result;
  std::string text;  // source code of the kernel; empty if there is none
};

// A walk through the fragment: highlights the elements of one thread, or of one value number, after another.
enum class StepBy : std::uint8_t { None, Thread, Value };

inline constexpr std::size_t most_runs = 30;

// The base class Task is about the run on the GPU.
struct OperationsState : Task {
  OperationsChoice choice;
  std::shared_ptr<const OperationsRun> shown;              // null: nothing has been run
  std::vector<std::shared_ptr<const OperationsRun>> runs;  // runs on a GPU, the latest first
  StepBy step_by = StepBy::None;
  int step = 0;          // number of the highlighted thread or value
  bool playing = false;  // the walk goes on by itself
  double due = 0;        // time since the last step, in steps
  bool timing = false;   // the requested run is to be timed
};

}  // namespace tcviz::inline app_session
