// tid and i from row and col: the inverse of the layout that is shown, in a spelling of one's choice, to be copied.
#pragma once

#include <optional>
#include <string>

#include "app/ui/formula_spell.hpp"
#include "app/ui/panel.hpp"

namespace tcviz {

class FormulaInverse {
 public:
  // A button, and the list that it opens.
  void draw(const Ui& ui);

 private:
  void prepare(const Layout& layout);
  void draw_styles(const Ui& ui);
  void draw_part(const Ui& ui, const InversePart& part) const;

  Style style_ = Style::C;
  // What `shown_` was made from; made only while the list is open.
  const Layout* layout_ = nullptr;
  Style made_ = Style::C;
  std::optional<Result<WrittenInverse>> shown_;
};

}  // namespace tcviz
