// The state of the panel of operations, as plain values. Knows nothing of Dear ImGui, threads or GPUs.
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
  double a = 1, b = 0;
  int d = 0;
  std::string body;  // of the operation `body`
  friend bool operator==(const OperationsChoice&, const OperationsChoice&) = default;
};

// A run that is over. Immutable: the runner makes it, panels read it.
struct OperationsRun {
  OperationsChoice choice;
  std::string source;  // of the layout: "cuda:0"
  Layout layout;
  Result<RunResult> result;
  std::string text;  // the kernel; empty if there is none
};

// Walks the threads or the values one by one: which elements does each touch?
enum class StepBy : std::uint8_t { None, Thread, Value };

inline constexpr std::size_t most_runs = 30;

// The task is a run on the GPU.
struct OperationsState : Task {
  OperationsChoice choice;
  std::shared_ptr<const OperationsRun> shown;              // null: nothing has been run
  std::vector<std::shared_ptr<const OperationsRun>> runs;  // on a GPU, the latest first
  StepBy step_by = StepBy::None;
  int step = 0;
  bool playing = false;  // from step to step
  double due = 0;        // steps
  bool timing = false;   // of the run that is wanted
};

}  // namespace tcviz::inline app_session
