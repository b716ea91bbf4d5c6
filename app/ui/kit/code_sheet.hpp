// A text in C++'s colours that is read, not written. It never keeps the keyboard: a selection is made with the mouse.
#pragma once

#include <optional>
#include <string>

#include "TextEditor.h"
#include "app/ui/kit/panel.hpp"
#include "app/ui/kit/style.hpp"

namespace tcviz::inline app_ui {

class CodeSheet {
 public:
  CodeSheet();
  void draw(const Ui& ui, const char* id, const std::string& text, ImVec2 size);
  void copy() const;  // the selected text

 private:
  TextEditor editor_;
  std::string text_;
  std::optional<Theme> styled_;
};

// Sets the window's colours in an editor of code.
void style_code(TextEditor& editor, const Colors& colors);

}  // namespace tcviz::inline app_ui
