// A file that a person opens, whatever it holds: layouts, a figure, runs of products, a lesson, a kernel, live
// registers. For the
// command line, File > Open and files that are dropped on the window.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/learn/lesson.hpp"
#include "gpu/layout/layout.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {

struct OpenedFile {
  std::string path, name;       // name: without its folder
  std::vector<Layout> layouts;  // of a layout file or a figure
  std::optional<Lesson> lesson;
  bool products = false;    // which are read again by whoever shows them
  std::string kernel;       // the source of one; empty: it is none
  bool is_cuda = false;     // of a kernel: else PTX
  std::string launch = {};  // of a kernel, as `tcviz xray --launch` takes it; empty: it is none
  bool live = false;        // live registers, which are read again by whoever shows them
};
// By its content. BadInput says what it lacks, the path in front.
Result<OpenedFile> open_any_file(const std::string& path);

// What lies in a folder that may be opened, folders first: for a path that is being typed.
struct FolderEntry {
  std::string name, path;  // a folder's path ends with a slash
  bool is_folder = false;
};
std::vector<FolderEntry> entries_for(const std::string& typed);
// The typed path and all that its entries have in common behind it.
std::string completed_path(const std::string& typed, const std::vector<FolderEntry>& entries);

}  // namespace tcviz::inline app_session
