// Asks under which name the present arrangement of the panels is kept.
#pragma once

#include <array>

#include "app/ui/panel.hpp"

namespace tcviz {

class ArrangementDialog {
 public:
  void draw(const Ui& ui);

 private:
  std::array<char, most_name + 1> name_ = {};
  bool was_open_ = false;
};

}  // namespace tcviz
