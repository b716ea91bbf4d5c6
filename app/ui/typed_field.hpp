// A text of the document in a field: what is typed goes out at once, and what changed elsewhere (by undo) comes in.
#pragma once

#include <array>
#include <string>

#include "app/ui/panel.hpp"

namespace tcviz {

class TypedField {
 public:
  // True in the frame in which `text()` became another. `problem`: the frame is drawn in the colour of mistakes.
  bool draw(const Ui& ui, const char* id, const char* hint, const std::string& current, float width, bool problem);
  std::string text() const { return buffer_.data(); }

 private:
  std::array<char, 256> buffer_ = {};
};

}  // namespace tcviz
