// The line below the grids of Layout: a proved formula of what is on screen, and a button that says what the check of
// the user's own has found.
#pragma once

#include <memory>
#include <string>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_session {
struct Judged;
}
namespace tcviz::inline app_ui {

class FormulaLine {
 public:
  void draw(const Ui& ui, const Rect& place);

 private:
  void prepare(const Document& document);
  void draw_text(const Ui& ui, ImVec2 at, float right) const;

  // The input from which the texts were made.
  const Layout* layout_ = nullptr;
  std::shared_ptr<const Judged> judged_;
  bool hidden_ = false, followed_ = false;

  std::string row_, col_, verdict_, yours_, button_;
};

}  // namespace tcviz::inline app_ui
