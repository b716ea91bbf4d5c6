#include "app/session/operations/operations_action.hpp"

#include <algorithm>

namespace tcviz::inline app_session {
namespace {

void apply(OperationsState& t, const ChooseOperation& action) {
  const Operation* const operation = find_operation(action.operation);
  if (operation == nullptr) return;
  t.choice.operation = action.operation;
  t.choice.a = operation->a;
  t.choice.b = operation->b;
  t.choice.d = operation->d;
  if (action.operation == "body" && t.choice.body.empty()) t.choice.body = operation->body;
}

void apply(OperationsState& t, const SetOperationsChoice& action) {
  if (find_operation(action.choice.operation) != nullptr) t.choice = action.choice;
}

void apply(OperationsState& t, const RunOperation& action) {
  if (t.want()) t.timing = action.timing;
}

void apply(OperationsState& t, const StopOperation&) { t.want_stop(); }

void apply(OperationsState& t, const ShowRun& action) {
  if (action.run == nullptr) return;
  t.shown = action.run;
  t.choice = action.run->choice;
}

void go_to(OperationsState& t, const SetStep& action) {
  t.step_by = action.by;
  const Layout* const layout = t.shown ? &t.shown->layout : nullptr;
  const int count = layout == nullptr ? 1 : action.by == StepBy::Value ? layout->values() : layout->threads();
  t.step = (action.step % count + count) % count;
}

void apply(OperationsState& t, const SetStep& action) {
  t.playing = false;
  go_to(t, action);
}

void apply(OperationsState& t, const PlaySteps& action) {
  t.playing = action.on;
  t.due = 0;
  if (action.on && t.step_by == StepBy::None) go_to(t, {StepBy::Thread, 0});
}

void apply(OperationsState& t, const AdvanceSteps& action) {
  if (!t.playing) return;
  t.due += std::clamp(action.seconds, 0.0, 1.0) * steps_a_second;
  for (; t.due >= 1; t.due -= 1) go_to(t, {t.step_by, t.step + 1});
}

void apply(OperationsState& t, const OperationProgress& action) { t.tell(action.doing, action.done, action.all); }

void apply(OperationsState& t, const OperationEnded& action) {
  t.shown = action.run;
  if (!action.on_gpu) return;
  t.end();
  t.runs.insert(t.runs.begin(), action.run);
  if (t.runs.size() > most_runs) t.runs.pop_back();
}

}  // namespace

void apply_operations(OperationsState& operations, const OperationsAction& action) {
  std::visit([&](const auto& a) { apply(operations, a); }, action);
}

}  // namespace tcviz::inline app_session
