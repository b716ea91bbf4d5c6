// The journey of an element as a scene: a card for each hop with its number, a small drawing, an account of the hop and
// its computation; arrows lead from card to card. The same for screen and files.
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
  // The width of the picture; it has as many columns of cards as fit, filled from above one after the other.
  float width = 960;
  int chosen = -1;  // this hop's card has a frame
  // Texts above the picture; empty: none.
  std::string title, description;
};

struct JourneyScene {
  Scene scene;
  std::vector<Rect> cards;  // places of the hops' cards, in order
};
JourneyScene build_journey_scene(const JourneyView& view);

// Gaps above and below the cards of a column, and between columns; and the least width of a card.
inline constexpr float journey_gap = 18, journey_between = 36, journey_least_card = 330;

}  // namespace tcviz::inline app_scene
