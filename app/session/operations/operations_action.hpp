// The actions of the workspace Operations, which runs an operation (a mask, a softmax, ...) on a fragment in registers:
// requests of the user, and results of the background thread.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "app/session/operations/operations_state.hpp"

namespace tcviz::inline app_session {

// Chooses an operation, with its default scalars.
struct ChooseOperation {
  std::string operation;
};
struct SetOperationsChoice {
  OperationsChoice choice;
};
// Runs the chosen operation on the GPU. `timing`: measures run times, too.
struct RunOperation {
  bool timing = false;
};
struct StopOperation {};
// Shows an earlier run, with its settings.
struct ShowRun {
  std::shared_ptr<const OperationsRun> run;
};
// Highlights the elements of one thread or value only. `step`: its number; None: all elements.
struct SetStep {
  StepBy by = StepBy::None;
  int step = 0;
};
// Starts or stops the walk from step to step.
struct PlaySteps {
  bool on = true;
};
// Advances the walk; `seconds` have passed since the last frame.
struct AdvanceSteps {
  double seconds = 0;
};
inline constexpr double steps_a_second = 4;
// Messages of the background thread. A run on the CPU is shown, but not added to the list of runs.
struct OperationProgress {
  std::string doing;
  int done = 0, all = 0;
};
struct OperationEnded {
  std::shared_ptr<const OperationsRun> run;
  bool on_gpu = false;
};

using OperationsAction = std::variant<ChooseOperation, SetOperationsChoice, RunOperation, StopOperation, ShowRun,
                                      SetStep, PlaySteps, AdvanceSteps, OperationProgress, OperationEnded>;

void apply_operations(OperationsState& operations, const OperationsAction& action);

}  // namespace tcviz::inline app_session
