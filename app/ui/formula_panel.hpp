// The panel in which formulae are typed: row and col, or one text, checked on every key stroke, with the verdict and
// the reason beside them.
#pragma once

#include <memory>

#include "app/ui/bit_ways.hpp"
#include "app/ui/code_field.hpp"
#include "app/ui/formula_inverse.hpp"
#include "app/ui/formula_menu.hpp"
#include "app/ui/panel.hpp"

namespace tcviz {

class FormulaPanel {
 public:
  void draw(const Ui& ui);
  // Whether letters, arrows and Escape go to the text.
  bool typing() const { return first_.focused() || second_.focused(); }

 private:
  void prepare(const Ui& ui);
  void focus(const Document& document);
  void draw_title(const Ui& ui);
  void draw_body(const Ui& ui, float height);
  void draw_fields(const Ui& ui, ImVec2 size);
  void draw_field(const Ui& ui, CodeField& field, const char* name, const std::string& current, ImVec2 size);
  void draw_ways(const Ui& ui, ImVec2 size);
  void press_keys(const Ui& ui);

  CodeField first_, second_;
  FormulaText typed_;
  bool edited_ = false;
  BitWays ways_;
  FormulaMenu menu_;
  FormulaInverse inverse_;

  // What marks and ways were made from.
  std::shared_ptr<const Judged> judged_;
  const Layout* layout_ = nullptr;
  Theme theme_ = Theme::Dark;
  bool followed_ = false, hidden_ = false;
  int focuses_served_ = 0;
};

}  // namespace tcviz
