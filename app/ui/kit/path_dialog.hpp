// The dialog that saves a figure and asks only for its path, for workspaces whose figures have no other options.
#pragma once

#include <functional>
#include <string>

#include "app/ui/kit/panel.hpp"
#include "app/ui/kit/typed_field.hpp"

namespace tcviz::inline app_ui {

struct PathDialogWords {
  const char* title = "";  // "Figure of this image###smem_figure"
  const char* about = "";
  std::string standard;  // the path that is used if the user types none
};

class PathDialog {
 public:
  // Draws the dialog while it is open. `words` returns its texts when it opens; `path` is the current path; `typed` is
  // called with each path that the user types.
  void draw(const Ui& ui, const std::function<PathDialogWords()>& words, const std::string& path,
            const std::function<void(std::string)>& typed);

 private:
  PathDialogWords words_;
  TypedField field_;
  bool was_open_ = false, failed_ = false;
};

}  // namespace tcviz::inline app_ui
