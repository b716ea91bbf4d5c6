#include "app/session/operations/operations_task.hpp"

#include <algorithm>
#include <array>

#include "app/session/base/json_take.hpp"

namespace tcviz::inline app_session {
namespace {

constexpr std::array<std::string_view, 3> step_by_words = {"none", "thread", "value"};

}  // namespace

OperationsTask::Linked OperationsTask::linked(const OperationsState& operations) {
  return {operations.choice, operations.step_by, operations.step};
}

nlohmann::json OperationsTask::write(const Linked& linked, Workspace) {
  const OperationsChoice& o = linked.operation;
  return {{"id", o.operation},  {"a", o.a},       {"b", o.b},
          {"d", o.d},           {"body", o.body}, {"by", word_in(step_by_words, linked.step_by)},
          {"step", linked.step}};
}

void OperationsTask::read(const nlohmann::json& object, Workspace, Linked& into) {
  take(object, "id", into.operation.operation);
  take(object, "a", into.operation.a);
  take(object, "b", into.operation.b);
  take(object, "d", into.operation.d);
  take(object, "body", into.operation.body);
  take_choice(object, "by", step_by_words, into.step_by);
  take(object, "step", into.step);
}

// Follows a link; no run is there yet whose steps could be counted.
void OperationsTask::follow(OperationsState& operations, const Linked& linked, Workspace) {
  operations.choice = linked.operation;
  operations.step_by = linked.step_by;
  operations.step = std::max(0, linked.step);
}

}  // namespace tcviz::inline app_session
