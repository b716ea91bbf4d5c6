// The tasks of the window, one row each: the document, its actions, links, figures and the files that it opens are made
// from this list. A row (app/session/maxas/maxas_task.hpp is one) says what its task brings:
//   Action, Part, state       its actions, its part of the document, and which member of that its state is
//   apply                     does an action; without it, action.cpp does
//   leads_to                  the workspace that an action leads to, if it does
//   Linked, keys, linked, write, read, follow   what travels with a link, under which keys, to JSON and back
//   begins_anew               if a link that shows another task resets this one
//   opens                     the action for a file that is its own
//   figure_path, figure       a figure of what it shows
// All but the first are only there where the task has them. What it does beside the window stands in task_jobs.hpp.
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
  // Calls `f` for each task. Before all else, in this order, the tasks are asked for their own files.
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
// The links of a task that has nothing in links.
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
using TaskParts = MadeOfTasks<Tasks>::Parts;    // of the document
using TaskLinks = MadeOfTasks<Tasks>::Links;    // of a link
using TaskAction = MadeOfTasks<Tasks>::Action;  // of any of them

template <class F>
void for_each_linked(F f) {
  Tasks::for_each([&]<class Task>() {
    if constexpr (IsLinked<Task>) f.template operator()<Task>();
  });
}

}  // namespace tcviz::inline app_session
