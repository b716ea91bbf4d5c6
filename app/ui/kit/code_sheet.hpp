// A read-only text with C++ syntax colours. It does not take the keyboard focus; text is selected with the mouse.
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
  void copy() const;  // copies the selected text to the clipboard

 private:
  TextEditor editor_;
  std::string text_;
  std::optional<Theme> styled_;
};

// Sets the colours of a code editor to those of the window.
void style_code(TextEditor& editor, const Colors& colors);

}  // namespace tcviz::inline app_ui
