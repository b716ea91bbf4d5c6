// What a person and the runner can do to the panel of operations.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "app/ui/theatre_state.hpp"

namespace tcviz {

struct ShowTheatre {
  bool open = true;
};  // in front
struct ChooseOperation {
  std::string operation;
};  // with its usual scalars
struct SetTheatreChoice {
  TheatreChoice choice;
};
struct RunOperation {
  bool timing = false;
};  // on the GPU
struct StopOperation {};
struct ShowRun {
  std::shared_ptr<const TheatreRun> run;
};  // of the list
struct SetStep {
  StepBy by = StepBy::None;
  int step = 0;
};
// What the runner tells. A run on the CPU is shown and not kept.
struct OperationProgress {
  std::string doing;
  int done = 0, all = 0;
};
struct OperationEnded {
  std::shared_ptr<const TheatreRun> run;
  bool on_gpu = false;
};

using TheatreAction = std::variant<ShowTheatre, ChooseOperation, SetTheatreChoice, RunOperation, StopOperation, ShowRun,
                                   SetStep, OperationProgress, OperationEnded>;

void apply_theatre(TheatreState& theatre, const TheatreAction& action);

}  // namespace tcviz
