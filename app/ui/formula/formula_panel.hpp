// The panel of the formula editor: the user types row and col, or one text with both, which is checked after every key;
// the result is shown beside it.
#pragma once

#include <memory>

#include "app/ui/formula/bit_ways.hpp"
#include "app/ui/formula/formula_inverse.hpp"
#include "app/ui/formula/formula_menu.hpp"
#include "app/ui/kit/code_field.hpp"
#include "app/ui/kit/view_panel.hpp"

namespace tcviz::inline app_ui {

class FormulaPanel : public ViewPanel {
 public:
  void draw(const Ui& ui) override;
  PanelKeys keys() const override { return typing() ? PanelKeys::All : PanelKeys::None; }
  void focus() override { first_.focus(); }

 private:
  void prepare(const Ui& ui);
  bool typing() const { return first_.focused() || second_.focused(); }
  void draw_title(const Ui& ui);
  void draw_body(const Ui& ui, float height, bool tall);
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

  // The input from which the marks in the editor and ways_ were made.
  std::shared_ptr<const Judged> judged_;
  FormulaText shown_;
  const Layout* layout_ = nullptr;
  Theme theme_ = Theme::Dark;
  bool followed_ = false, hidden_ = false;
  const FormulaRepair* repair_ = nullptr;  // of judged_: the editor underlines what it changes
};

}  // namespace tcviz::inline app_ui
