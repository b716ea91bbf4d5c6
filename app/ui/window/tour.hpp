// The tour: five cards beside the panels that they describe. Ends with a pinned element, explained with the data on
// screen.
#pragma once

#include <string>

#include "app/session/base/pick.hpp"
#include "app/ui/kit/card.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

inline constexpr int tour_steps = 5;

// Returns the last card's sentence about the pinned element, "Element (9, 6) of wmma.m16n16k16.acc.f32 is x[2] of
// thread 7: ...", or the reason why it has none, if nothing is on screen.
std::string explain_pick(const Document& document);
// Returns a slot worth explaining: in the middle of the fragment. None if the layout is not known.
std::optional<Pick> pick_to_explain(const Document& document);

class Tour {
 public:
  // Draws the card of the document's step; `kind` and `source` are the places of their buttons in the top bar.
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
