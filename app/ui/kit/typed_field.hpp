// A text of the document in a field: typed text goes out at once, and changes made elsewhere (by undo) come in.
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
