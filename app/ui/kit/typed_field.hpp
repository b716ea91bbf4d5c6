// An input field for a text of the document. Shows changes of the document's text from elsewhere, such as undo.
#pragma once

#include <array>
#include <string>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class TypedField {
 public:
  // Draws the field. Returns true in the frame in which text() has changed. `hint`: shown while it is empty; `current`:
  // the document's text; `problem`: the frame has the colour of mistakes.
  bool draw(const Ui& ui, const char* id, const char* hint, const std::string& current, float width, bool problem);
  std::string text() const { return buffer_.data(); }

 private:
  std::array<char, 256> buffer_ = {};
};

}  // namespace tcviz::inline app_ui
