// Draws the journey of a matrix element from global memory into a register: for each hop (copy or load) a card with its
// number, a small drawing, a description and the computation of the address; arrows connect the cards.
#pragma once

#include <string>
#include <vector>

#include "app/scene/easel/scene.hpp"
#include "gpu/smem/journey.hpp"

namespace tcviz::inline app_scene {

struct JourneyView {
  const Journey* journey = nullptr;
  Theme theme = Theme::Light;
  Palette palette = Palette::Safe;
  // Width of the picture. Cards are arranged in as many columns as fit, which are filled one after another from the
  // top.
  float width = 960;
  int chosen = -1;  // index of the hop whose card has a frame; -1: none
  // Texts above the picture; empty: none.
  std::string title, description;
};

struct JourneyScene {
  Scene scene;
  std::vector<Rect> cards;  // rectangle of each hop's card
};
JourneyScene build_journey_scene(const JourneyView& view);

// Vertical gap between cards, horizontal gap between columns, smallest width of a card.
inline constexpr float journey_gap = 18, journey_between = 36, journey_least_card = 330;

}  // namespace tcviz::inline app_scene
