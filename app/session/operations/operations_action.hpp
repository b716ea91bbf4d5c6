// Actions of a person and of the runner on the panel of operations.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "app/session/operations/operations_state.hpp"

namespace tcviz::inline app_session {

// Chooses an operation with its usual scalars
struct ChooseOperation {
  std::string operation;
};
struct SetOperationsChoice {
  OperationsChoice choice;
};
// Runs it on the GPU
struct RunOperation {
  bool timing = false;
};
struct StopOperation {};
// Shows a run of the list.
struct ShowRun {
  std::shared_ptr<const OperationsRun> run;
};
struct SetStep {
  StepBy by = StepBy::None;
  int step = 0;
};
struct PlaySteps {
  bool on = true;
};
// Since the last frame, while it plays
struct AdvanceSteps {
  double seconds = 0;
};
inline constexpr double steps_a_second = 4;
// Messages of the runner. A run on the CPU is shown and not kept.
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
