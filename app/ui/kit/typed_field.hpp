// A field for a text of the document: typed text leaves it at once, and changes from elsewhere (such as undo) enter it.
#pragma once

#include <array>
#include <string>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class TypedField {
 public:
  // True in the frame in which `text()` became another. `problem`: the frame is drawn in the colour of mistakes.
  bool draw(const Ui& ui, const char* id, const char* hint, const std::string& current, float width, bool problem);
  std::string text() const { return buffer_.data(); }

 private:
  std::array<char, 256> buffer_ = {};
};

}  // namespace tcviz::inline app_ui
