#!/usr/bin/env python3
"""An empty workspace, added as app/session/README.md says: empty_workspace.py REPOSITORY BUILD."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "house"))
import addition  # noqa: E402

NEW = {
    "app/session/notes/CMakeLists.txt": "tcviz_room(app/session/notes app_session_base)\n",
    "app/session/notes/notes_task.hpp": """// Notes as a task of whole/tasks.cpp.
#pragma once

#include <string>
#include <variant>

#include "app/session/base/task_row.hpp"

namespace tcviz::inline app_session {

struct NotesState {
  std::string text;
};
struct SetNote {
  std::string text;
};
struct NotesTask {
  using Action = std::variant<SetNote>;
  using State = NotesState;
  static void apply(NotesState& notes, const Action& action) { notes.text = std::get<SetNote>(action).text; }
};

}  // namespace tcviz::inline app_session
""",
    "app/ui/notes/notes_panel.hpp": """// The panel of notes.
#pragma once

#include "app/session/notes/notes_task.hpp"
#include "app/session/whole/action.hpp"
#include "app/ui/kit/view_panel.hpp"

namespace tcviz::inline app_ui {

class NotesPanel : public ViewPanel {
 public:
  void draw(const Ui& ui) override {
    ImGui::TextUnformatted(ui.document.task<NotesState>().text.c_str());
    if (ImGui::Button("Clear")) ui.push(NotesTask::Action(SetNote{}));
  }
};

}  // namespace tcviz::inline app_ui
""",
}
# File -> what stands there, and what is put in its place.
CHANGES = {
    "app/session/whole/tasks.cpp": [
        (r'(#include "app/session/operations/)', r'#include "app/session/notes/notes_task.hpp"\n\1'),
        (r"(using Tasks = TaskList<)", r"\1NotesTask, "),
    ],
    "app/session/base/workspaces.hpp": [
        (r"(enum class Workspace [^}]*\w)(\s*\};)", r"\1,\n  Notes\2"),
        (r"(workspace_rows\[\] = \{.*?)(\n\};)", r'\1\n    {Workspace::Notes, "notes", "Notes", "what you noted"},\2'),
    ],
    "app/session/base/view_rows.hpp": [
        (r"(enum class ViewId [^}]*\w)(\s*\};)", r"\1,\n  Notes\2"),
        (r"(view_rows\[\] = \{.*?)(\n\};)",
         r'\1\n    {.view = ViewId::Notes, .word = "notes", .title = "Notes", .workspace = Workspace::Notes},\2'),
    ],
    "app/ui/window/panel_rows.cpp": [
        (r'(#include "app/ui/operations/)', r'#include "app/ui/notes/notes_panel.hpp"\n\1'),
        (r"(all_panels\[\] = \{.*?)(\n\};)",
         r'\1\n    {.view = ViewId::Notes, .window = "###notes", .make = make_panel<NotesPanel>},\2'),
    ],
    "app/ui/window/places.cpp": [
        (r"( place_rows\[\] = \{.*?)(\n\};)",
         r"\1\n    {Workspace::Notes, ViewId::Notes, {}, false, false, 0, 0, 0, false},\2"),
    ],
}
# A room of CMake, and the files of it that are made from the list of tasks and from the rows.
COMPILED = {
    "app/session/whole": ["session.cpp", "tasks.cpp", "workspace_moves.cpp"],
    "app/ui/window": ["panel_rows.cpp", "places.cpp"],
}


if __name__ == "__main__":
    sys.exit(addition.main(NEW, CHANGES, COMPILED))
