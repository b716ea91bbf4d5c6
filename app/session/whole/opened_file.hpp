// A file that a person opens, whatever it holds: layouts, a figure, or a file that a task takes for its own. For the
// command line, File > Open and files that are dropped on the window.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/whole/tasks.hpp"
#include "gpu/layout/layout.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {

struct OpenedFile {
  std::string path, name;            // name: without its folder
  std::vector<Layout> layouts;       // of a layout file or a figure
  std::optional<TaskAction> action;  // of another: opens it in its task
};
// Opens a file by its content. BadInput names the missing part, the path in front.
Result<OpenedFile> open_any_file(const std::string& path);

// The entries of a folder that may be opened, folders first: for a path that is being typed.
struct FolderEntry {
  std::string name, path;  // a folder's path ends with a slash
  bool is_folder = false;
};
std::vector<FolderEntry> entries_for(const std::string& typed);
// Returns the typed path and all that its entries have in common behind it.
std::string completed_path(const std::string& typed, const std::vector<FolderEntry>& entries);

}  // namespace tcviz::inline app_session
