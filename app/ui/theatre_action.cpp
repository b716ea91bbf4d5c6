#include "app/ui/theatre_action.hpp"

#include <algorithm>

namespace tcviz {
namespace {

void apply(TheatreState& t, const ShowTheatre& action) {
  t.open = action.open;
  if (action.open) ++t.focuses;
}

void apply(TheatreState& t, const ChooseOperation& action) {
  const Operation* const operation = find_operation(action.operation);
  if (operation == nullptr) return;
  t.choice.operation = action.operation;
  t.choice.a = operation->a;
  t.choice.b = operation->b;
  t.choice.d = operation->d;
  if (action.operation == "body" && t.choice.body.empty()) t.choice.body = operation->body;
}

void apply(TheatreState& t, const SetTheatreChoice& action) {
  if (find_operation(action.choice.operation) != nullptr) t.choice = action.choice;
}

void apply(TheatreState& t, const RunOperation& action) {
  if (t.busy()) return;
  ++t.wishes;
  t.wish_timing = action.timing;
  t.stage = TheatreStage::Wanted;
  t.stop_wanted = false;
  t.doing.clear();
  t.done = t.all = 0;
}

void apply(TheatreState& t, const StopOperation&) { t.stop_wanted = t.busy(); }

void apply(TheatreState& t, const ShowRun& action) {
  if (action.run == nullptr) return;
  t.shown = action.run;
  t.choice = action.run->choice;
}

void apply(TheatreState& t, const SetStep& action) {
  t.step_by = action.by;
  const Layout* const layout = t.shown ? &t.shown->layout : nullptr;
  const int count = layout == nullptr ? 1 : action.by == StepBy::Value ? layout->values() : layout->threads();
  t.step = (action.step % count + count) % count;
}

void apply(TheatreState& t, const OperationProgress& action) {
  if (t.busy()) t.stage = TheatreStage::Running;
  t.doing = action.doing;
  t.done = action.done;
  t.all = action.all;
}

void apply(TheatreState& t, const OperationEnded& action) {
  t.shown = action.run;
  if (!action.on_gpu) return;
  t.stage = TheatreStage::Idle;
  t.stop_wanted = false;
  t.runs.insert(t.runs.begin(), action.run);
  if (t.runs.size() > most_runs) t.runs.pop_back();
}

}  // namespace

void apply_theatre(TheatreState& theatre, const TheatreAction& action) {
  std::visit([&](const auto& a) { apply(theatre, a); }, action);
}

}  // namespace tcviz
