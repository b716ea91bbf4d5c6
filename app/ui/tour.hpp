// The tour: five cards beside the panels that they speak of. Ends with a pinned element, explained with the data on
// screen.
#pragma once

#include <string>

#include "app/ui/panel.hpp"

namespace tcviz {

inline constexpr int tour_steps = 5;

// What the last card says of the pinned element, "Element (9, 6) of wmma.m16n16k16.acc.f32 is x[2] of thread 7: ...";
// why it cannot, where nothing is on screen.
std::string explain_pick(const Document& document);
// A slot worth explaining: in the middle of the fragment. None where the layout is not known.
std::optional<Pick> pick_to_explain(const Document& document);

class Tour {
 public:
  // `source_low`, `source_high`: where the chosen source stands in the top bar.
  void draw(const Ui& ui, ImVec2 source_low, ImVec2 source_high);

 private:
  void enter(const Ui& ui, int step);
  void draw_card(const Ui& ui, int step);

  int entered_ = -1;
  const Layout* layout_ = nullptr;
  std::optional<Pick> pick_;
  std::string explained_;
};

}  // namespace tcviz
