// The list of the tasks. A task is the part of app/session behind a workspace (the X-ray, formulae, ...), described by
// a struct such as MaxasTask in app/session/maxas/maxas_task.hpp. The document, its actions, links, figures and the
// files that it opens are made from the members of these structs:
//   Action, Part, state       the task's actions; a base class of Document; the member of Part with the task's state
//   apply                     applies an action; if it is missing, action.cpp does
//   leads_to                  returns the workspace to open after an action; none: stay
//   Linked, keys              the part of the state that a link contains, and its JSON keys
//   linked, fields            get that part from the state, and describe its fields (gpu/layout/record.hpp)
//   mend                      brings a part that was read into its range; optional
//   follow                    sets the state from an opened link
//   begins_anew               true if a link that shows another task resets this one
//   opens                     returns the action that opens a file; none if the file is not of this task
//   figure_path, figure       the default path of a figure of what the task shows, and the function that draws it
// All but the first line are optional. Tasks with background jobs are also in task_jobs.hpp.
#pragma once

#include "app/session/formula/formula_task.hpp"
#include "app/session/learn/learn_task.hpp"
#include "app/session/maxas/maxas_task.hpp"
#include "app/session/operations/operations_task.hpp"
#include "app/session/products/products_task.hpp"
#include "app/session/shared_memory/smem_task.hpp"
#include "app/session/xray/xray_task.hpp"

namespace tcviz::inline app_session {

template <class... Task>
struct TaskList {
  // Calls `f` for each task, in the order of the list (in which they are also asked to open a file).
  template <class F>
  static void for_each(F f) {
    (f.template operator()<Task>(), ...);
  }
};
using Tasks = TaskList<XrayTask, FormulaTask, OperationsTask, ProductsTask, MaxasTask, LearnTask, SmemTask>;

template <class List>
struct MadeOfTasks;
template <class Task>
concept IsLinked = requires {
  typename Task::Linked;
};
// Stands for Linked of a task that has none.
template <class Task>
struct Unlinked {};
template <class Task>
struct LinkedOf {
  using Type = Unlinked<Task>;
};
template <IsLinked Task>
struct LinkedOf<Task> {
  using Type = typename Task::Linked;
};
template <class... Task>
struct MadeOfTasks<TaskList<Task...>> {
  struct Parts : Task::Part... {};
  struct Links : LinkedOf<Task>::Type... {};
  using Action = std::variant<typename Task::Action...>;
};
using TaskParts = MadeOfTasks<Tasks>::Parts;    // base class of Document
using TaskLinks = MadeOfTasks<Tasks>::Links;    // base class of Link
using TaskAction = MadeOfTasks<Tasks>::Action;  // an action of any task

// Calls `f` for each task that has Linked.
template <class F>
void for_each_linked(F f) {
  Tasks::for_each([&]<class Task>() {
    if constexpr (IsLinked<Task>) f.template operator()<Task>();
  });
}

}  // namespace tcviz::inline app_session
