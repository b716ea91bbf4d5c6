// The buttons below the formula editor, and the lists that they open: the formula in other notations, published
// formulae, the history, and saved formulae.
#pragma once

#include <array>
#include <string>

#include "app/session/formula/formula_state.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class FormulaMenu {
 public:
  void draw(const Ui& ui);
  // Returns the height of the buttons in a panel of width `width`.
  static float height(const Ui& ui, float width);

 private:
  void draw_spellings(const Ui& ui);
  void draw_published(const Ui& ui);
  void draw_history(const Ui& ui);
  void draw_saved(const Ui& ui);
  void draw_name(const Ui& ui);
  void draw_news(const Ui& ui);

  std::array<char, most_formula_name + 1> name_ = {};
  int saves_served_ = 0;  // the last value of FormulaState::saves_asked that was handled
};

}  // namespace tcviz::inline app_ui
