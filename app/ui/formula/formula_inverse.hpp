// A button that opens a list with the inverse of the layout, tid and i as functions of row and col, in a notation that
// the user chooses, for copying.
#pragma once

#include <optional>
#include <string>

#include "app/session/formula/formula_spell.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class FormulaInverse {
 public:
  // Draws a button, and the list that it opens.
  void draw(const Ui& ui);

 private:
  void prepare(const Layout& layout);
  void draw_styles(const Ui& ui);
  void draw_part(const Ui& ui, const InversePart& part) const;

  Style style_ = Style::C;
  // The input of `shown_`, which is made only while the list is open.
  const Layout* layout_ = nullptr;
  Style made_ = Style::C;
  std::optional<Result<WrittenInverse>> shown_;
};

}  // namespace tcviz::inline app_ui
