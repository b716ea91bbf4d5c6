#!/usr/bin/env python3
"""An empty workspace, added to a copy of the tree as app/session/README.md says, touches five files outside its own
folders and compiles: empty_workspace.py REPOSITORY BUILD.
"""

import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

MOST_FILES = 5
NEW = {
    "app/session/notes/CMakeLists.txt": "tcviz_room(app/session/notes app_session_base)\n",
    "app/session/notes/notes_task.hpp": """// Notes as a row of whole/tasks.hpp.
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
  struct Part {
    NotesState notes;
  };
  static constexpr auto state = &Part::notes;
  static void apply(NotesState& notes, const Action& action) { notes.text = std::get<SetNote>(action).text; }
};

}  // namespace tcviz::inline app_session
""",
    "app/ui/notes/notes_panel.hpp": """// The panel of notes.
#pragma once

#include "app/session/whole/action.hpp"
#include "app/ui/kit/view_panel.hpp"

namespace tcviz::inline app_ui {

class NotesPanel : public ViewPanel {
 public:
  void draw(const Ui& ui) override {
    ImGui::TextUnformatted(ui.document.notes.text.c_str());
    if (ImGui::Button("Clear")) ui.push(NotesTask::Action(SetNote{}));
  }
};

}  // namespace tcviz::inline app_ui
""",
}
# File -> what stands there, and what is put in its place.
CHANGES = {
    "app/session/whole/tasks.hpp": [
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
    "app/session/whole": ["action.cpp", "link.cpp", "opened_file.cpp", "session.cpp", "workspace_moves.cpp"],
    "app/ui/window": ["panel_rows.cpp", "places.cpp"],
}


def changed(text, changes):
    for pattern, new in changes:
        text, count = re.subn(pattern, new, text, count=1, flags=re.DOTALL)
        if count != 1:
            raise SystemExit(f"nothing matches {pattern}")
    return text


def copy_tree(repository, tree):
    """What git knows of the repository, as a repository: the house's rules ask git for its files."""
    listing = ["git", "-C", repository, "ls-files", "-z"]
    names = subprocess.run(listing, check=True, capture_output=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        if (repository / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(repository / name, tree / name)


def add_workspace(tree):
    for name, text in NEW.items():
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for name, changes in CHANGES.items():
        path = tree / name
        path.write_text(changed(path.read_text(), changes))


def flags_of(build, room, repository, tree):
    """How CMake compiles a file of a room, with the copy in the place of the repository."""
    target = f"/{room.replace('/', '_')}.dir/"
    listing = subprocess.run(["ninja", "-C", build, "-t", "compdb"], check=True, capture_output=True, text=True).stdout
    commands = json.loads(listing)
    command = shlex.split(next(entry["command"] for entry in commands if target in entry["command"]))
    command = command[next(at for at, word in enumerate(command) if word.startswith("-")) - 1:command.index("-o")]
    named = [at for at, word in enumerate(command) if word in ("-MT", "-MF")]  # no file of dependencies is written
    left_out = {command.index("-MD"), *named, *(at + 1 for at in named)}
    return [f"-I{tree}" if word == f"-I{repository}" else word for at, word in enumerate(command) if at not in left_out]


def compile_all(build, repository, tree):
    failed = 0
    for room, files in COMPILED.items():
        flags = flags_of(build, room, repository, tree)
        for name in files:
            failed += subprocess.run([*flags, "-fsyntax-only", str(tree / room / name)]).returncode != 0
    return failed


def main(repository, build):
    repository, build = pathlib.Path(repository).resolve(), pathlib.Path(build).resolve()
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder)
        copy_tree(repository, tree)
        add_workspace(tree)
        for words in ("init -q", "add -A"):
            subprocess.run(["git", "-C", tree, *words.split()], check=True)
        house = subprocess.run([sys.executable, "-B", repository / "tests/house/house.py", tree])
        failed = compile_all(build, repository, tree)
    print(f"{len(CHANGES)} files outside its own folders, {failed} of them or of their users do not compile")
    return 1 if failed or house.returncode or len(CHANGES) > MOST_FILES else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
