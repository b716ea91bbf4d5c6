// The context menu of a cell (right mouse button): copies its slot, pins it, or compares it with another source.
#pragma once

#include <string>

#include "app/session/base/pick.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Returns the slot as "T20 x[5]", or as a line of C that accesses only this slot.
std::string slot_words(const Pick& pick);
std::string slot_in_c(const Pick& pick);

class CellMenu {
 public:
  void open(const Pick& pick);
  void draw(const Ui& ui) const;

 private:
  Pick pick_;
  std::string words_, place_, in_c_;  // texts about pick_
};

}  // namespace tcviz::inline app_ui
