// The tour for new users: five cards beside the panels that they explain. The last one pins an element and explains it.
#pragma once

#include <string>

#include "app/session/base/pick.hpp"
#include "app/ui/kit/card.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

inline constexpr int tour_steps = 5;

// Returns the text of the last card about the pinned element, "Element (9, 6) of wmma.m16n16k16.acc.f32 is x[2] of
// thread 7: ...", or if there is no layout on screen, why.
std::string explain_pick(const Document& document);
// Returns an element in the middle of the fragment; none if there is no layout.
std::optional<Pick> pick_to_explain(const Document& document);

class Tour {
 public:
  // Draws the card of the document's step. `kind` and `source`: rectangles of their buttons in the top bar.
  void draw(const Ui& ui, const Box& kind, const Box& source);

 private:
  void enter(const Ui& ui, int step);
  void draw_card(const Ui& ui, int step);

  int entered_ = -1;
  const Layout* layout_ = nullptr;
  std::optional<Pick> pick_;
  std::string explained_;
};

}  // namespace tcviz::inline app_ui
