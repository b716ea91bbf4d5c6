// The line below the grids: the typed formula with the result of its check, or if there is none, a proved formula for
// the layout on screen.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_session {
struct Judged;
enum class Judgement : std::uint8_t;
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

  std::string row_, col_, verdict_;
  Judgement judgement_ = {};
  bool ours_ = false;  // the formula is the program's, not typed
};

}  // namespace tcviz::inline app_ui
