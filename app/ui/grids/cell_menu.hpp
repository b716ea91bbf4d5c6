// The menu of a cell, by the right button: copy its slot, pin it, compare it with another source.
#pragma once

#include <string>

#include "app/session/base/pick.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Returns "T20 x[5]", and a line of C that touches this slot alone.
std::string slot_words(const Pick& pick);
std::string slot_in_c(const Pick& pick);

class CellMenu {
 public:
  void open(const Pick& pick);
  void draw(const Ui& ui) const;

 private:
  Pick pick_;
  std::string words_, place_, in_c_;  // of it, formatted once
};

}  // namespace tcviz::inline app_ui
