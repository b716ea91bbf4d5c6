// Types that all tasks use. A task is the part of the program behind a workspace (operations, X-ray, ...).
// whole/tasks.cpp lists them, and whole/tasks.hpp says which functions each may have. These are arguments and results
// of the functions.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/scene/grid/style.hpp"
#include "app/session/base/source_state.hpp"
#include "app/session/base/task_parts.hpp"
#include "app/session/base/workspaces.hpp"

namespace tcviz::inline app_asked {
struct NamedFile;
}

namespace tcviz::inline app_session {

// Wakes the window; called by a background thread that has news.
using Wake = std::function<void()>;

// The part of the window's state that is passed to the background jobs of a task.
struct JobScene {
  Workspace shown = Workspace::Layout;  // visible workspace; in a lesson, that of the view beside the text
  const Layout* layout = nullptr;       // layout of the chosen kind; null: not known
  std::string source;                   // name of the source of `layout`
  // Asks the first GPU for its layouts, unless it was asked before, and returns its state. Null: there is no GPU.
  std::function<const SourceState*()> ask_gpu;
};

// A file that the user opens.
struct FileText {
  std::string typed;  // the path as the user typed it, for messages
  std::string name;   // file name without its folder
  const NamedFile& file;
};

// The JSON key under which a link (the window's state as text) has the content of `workspace`.
struct LinkKey {
  Workspace workspace;
  std::string_view key;
};

// A request for a figure of a task's view.
struct FigureWish {
  std::string path;  // its suffix names the format; empty: a PNG for the clipboard
  Theme theme = Theme::Light;
  Palette palette = Palette::Safe;
};
// Draws the figure in the calling thread and returns the bytes of the file.
using FigureBytes = std::function<Result<std::string>()>;

}  // namespace tcviz::inline app_session
