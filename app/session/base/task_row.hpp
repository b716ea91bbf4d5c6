// Types that tasks share: the arguments and results of a row of whole/tasks.hpp.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/scene/grid/style.hpp"
#include "app/session/base/source_state.hpp"
#include "app/session/base/workspaces.hpp"

namespace tcviz::inline app_asked {
struct NamedFile;
}

namespace tcviz::inline app_session {

using Wake = std::function<void()>;  // called from a thread that has news

// The window as the jobs of a task see it.
struct JobScene {
  Workspace shown = Workspace::Layout;  // of a lesson: the one whose view stands beside its card
  const Layout* layout = nullptr;       // of the chosen kind; null: not known
  std::string source;                   // that it is from
  // Asks the first GPU for its layouts, if it has not been asked. Null: there is none.
  std::function<const SourceState*()> ask_gpu;
};

// The works of a task that has nothing done for it outside.
struct NoWorks {};

// A file that a person opens.
struct FileText {
  std::string typed;  // its path as the person gave it, for messages
  std::string name;   // without its folder
  const NamedFile& file;
};

// The key under which a link has the content of a workspace.
struct LinkKey {
  Workspace workspace;
  std::string_view key;
};

// A figure of a task's view.
struct FigureWish {
  std::string path;  // its suffix names the format; empty: a PNG for the clipboard
  Theme theme = Theme::Light;
  Palette palette = Palette::Safe;
};
using FigureBytes = std::function<Result<std::string>()>;  // draws it, in the thread that calls

}  // namespace tcviz::inline app_session
