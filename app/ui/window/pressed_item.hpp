// The item that was pressed last, until the pointer or the keys leave it: what it opened lies where its tooltip would.
#pragma once

#include "imgui.h"

namespace tcviz::inline app_ui {

class PressedItem {
 public:
  // Looks at the events of the frame that has just begun. Returns the item; 0: none.
  ImGuiID follow();

 private:
  ImGuiID item_ = 0;
};

}  // namespace tcviz::inline app_ui
