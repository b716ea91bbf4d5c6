// Opens a file of any type that the program knows: a layout file, a figure, or a file that a task opens, such as a
// kernel or a lesson. Used by the command line, by File > Open, and for files that are dropped on the window.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/whole/action.hpp"
#include "gpu/layout/layout.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {

struct OpenedFile {
  std::string path, name;        // name: without the folder
  std::vector<Layout> layouts;   // for a layout file or a figure
  std::optional<Action> action;  // for other files: the action of a task that opens it
};
// Reads a file and recognizes its type by its content. Returns the error BadInput, beginning with the path, if it
// cannot be opened.
Result<OpenedFile> open_any_file(const std::string& path);

}  // namespace tcviz::inline app_session
