// The document, its links and its files as far as they are about tasks. A task is the part of app/session behind a
// workspace (the X-ray, operations, ...), described by a struct such as MaxasTask in app/session/maxas/maxas_task.hpp.
// tasks.cpp lists these structs, and is the only file that includes all of them. It uses their members:
//   Action                    a variant of the task's actions
//   State                     the task's state, which is document.task<State>()
//   apply                     applies an action to the state; if it is missing, action.cpp applies it
//   leads_to                  returns the workspace to open after an action; none: stay
//   Linked, keys              the part of the state that a link contains, link.task<Linked>(), and its JSON keys
//   linked, fields            get that part from the state, and describe its fields (gpu/layout/record.hpp)
//   mend                      brings a part that was read into its range; optional
//   follow                    sets the state from an opened link
//   begins_anew               true if a link that shows another task resets this one
//   file_wanted               returns the path of a file that an opened link names; empty: none
//   opens                     returns the action that opens a file; none if the file is not of this task
//   figure_path, figure       the default path of a figure of what the task shows, and the function that draws it
// All but the first line are optional. Tasks with background jobs are also in task_jobs.hpp.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "app/session/base/task_row.hpp"
#include "app/session/whole/action.hpp"

namespace tcviz::inline app_session {

// Applies the action of a task that needs no more than its own state. Returns false for all others.
bool apply_to_task(Document& document, const Action& action);
// Returns the action of the first task that opens the file; none: it is of no task.
std::optional<Result<Action>> opened_by_task(const FileText& file);

// Sets the tasks' parts of a link from the document.
void link_tasks(const Document& document, Link& link);
// Writes the part of the task that the link shows, and reads the parts of all tasks. `object`: the link as JSON.
void write_tasks(const Link& link, nlohmann::json& object);
Status read_tasks(const nlohmann::json& object, Link& link);
// Resets the tasks that a link resets even if it shows another.
void reset_tasks(Document& document, const Link& link);
// Sets the state of the task that is shown now.
void follow_in_task(Document& document, const Link& link);

// Returns the default path of a figure of the task that is shown; empty if it has no figures of its own.
std::string figure_path_of_task(const Document& document);
// Returns its figure; none if it has no figures of its own.
std::optional<Result<FigureBytes>> figure_of_task(const Document& document, const FigureWish& wish,
                                                  const TaskParts& works);

}  // namespace tcviz::inline app_session
