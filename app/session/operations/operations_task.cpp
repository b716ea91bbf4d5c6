#include "app/session/operations/operations_task.hpp"

#include <algorithm>

namespace tcviz::inline app_session {

OperationsTask::Linked OperationsTask::linked(const OperationsState& operations) {
  return {operations.choice, operations.step_by, operations.step};
}

// Follows a link; no run is there yet whose steps could be counted.
void OperationsTask::follow(OperationsState& operations, const Linked& linked, Workspace) {
  operations.choice = linked.operation;
  operations.step_by = linked.step_by;
  operations.step = std::max(0, linked.step);
}

}  // namespace tcviz::inline app_session
