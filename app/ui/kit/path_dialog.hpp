// A figure that needs no more than a path: its dialog, for workspaces whose figure has no other choices.
#pragma once

#include <functional>
#include <string>

#include "app/ui/kit/panel.hpp"
#include "app/ui/kit/typed_field.hpp"

namespace tcviz::inline app_ui {

struct PathDialogWords {
  const char* title = "";  // "Figure of this image###smem_figure"
  const char* about = "";
  std::string standard;  // the path that is taken if none is typed
};

class PathDialog {
 public:
  // Draws the dialog while the document's figure is open. `typed` gets every new path; `words` is called when it opens.
  void draw(const Ui& ui, const std::function<PathDialogWords()>& words, const std::string& path,
            const std::function<void(std::string)>& typed);

 private:
  PathDialogWords words_;
  TypedField field_;
  bool was_open_ = false, failed_ = false;
};

}  // namespace tcviz::inline app_ui
