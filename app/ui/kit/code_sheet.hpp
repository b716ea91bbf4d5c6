// A text in C++'s colours that is read, not written. It never keeps the keyboard: a selection is made with the mouse.
#pragma once

#include <optional>
#include <string>

#include "TextEditor.h"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class CodeSheet {
 public:
  CodeSheet();
  void draw(const Ui& ui, const char* id, const std::string& text, ImVec2 size);
  void copy() const;  // what is selected

 private:
  TextEditor editor_;
  std::string text_;
  std::optional<Theme> styled_;
};

}  // namespace tcviz::inline app_ui
