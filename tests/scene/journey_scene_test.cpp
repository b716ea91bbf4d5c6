// A journey as a scene: a card for each hop, all of its words inside it, in every width.
#include "app/scene/pictures/journey_scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/source/manual/manual.hpp"
#include "tests/scene/boxes.hpp"

namespace tcviz {
namespace {

Journey journey_of(const JourneyPreset& preset, char matrix) {
  return make_journey(preset, {matrix, 700, 901}, {},
                      [](std::string_view kind) { return manual_layout(*find_kind(kind)); })
      .value();
}

class Cards : public testing::TestWithParam<std::tuple<std::size_t, char, int>> {
 protected:
  Cards() : journey_(journey_of(journey_presets()[std::get<0>(GetParam())], std::get<1>(GetParam()))) {
    JourneyView view;
    view.journey = &journey_;
    view.width = static_cast<float>(std::get<2>(GetParam()));
    view.title = "The journey";
    view.description = "of an element, and how all of it is known: in more words than one line of a narrow picture has";
    scene_ = build_journey_scene(view);
  }
  Journey journey_;
  JourneyScene scene_;
};

TEST_P(Cards, AreInsideThePictureAndApart) {
  ASSERT_EQ(scene_.cards.size(), journey_.hops.size());
  const Rect all{0, 0, scene_.scene.width, scene_.scene.height};
  for (std::size_t n = 0; n < scene_.cards.size(); ++n) {
    EXPECT_TRUE(boxes::inside(all, scene_.cards[n])) << n;
    for (std::size_t other = 0; other < n; ++other)
      EXPECT_FALSE(boxes::overlap(scene_.cards[n], scene_.cards[other])) << n << " " << other;
  }
}

TEST_P(Cards, HoldTheirWordsAndTheseDoNotOverlap) {
  const auto card_of = [&](const Rect& box) {
    return std::find_if(scene_.cards.begin(), scene_.cards.end(),
                        [&](const Rect& c) { return boxes::overlap(c, box); });
  };
  std::vector<Rect> words;
  for (const Text& text : scene_.scene.texts) {
    const Rect box = boxes::box_of(text);
    for (const Rect& other : words) EXPECT_FALSE(boxes::overlap(box, other)) << text.text;
    words.push_back(box);
    const auto card = card_of(box);
    const bool head = text.role == TextRole::Title || text.role == TextRole::Caption;
    EXPECT_EQ(card == scene_.cards.end(), head) << text.text;
    EXPECT_TRUE(head || boxes::inside(*card, box)) << text.text;
  }
  for (const Swatch& swatch : scene_.scene.swatches) {
    const auto card = card_of(swatch.rect);
    ASSERT_NE(card, scene_.cards.end());
    EXPECT_TRUE(boxes::inside(*card, swatch.rect));
  }
}

// Nothing of a formula is lost where it is broken into lines.
TEST_P(Cards, SayAllOfEachHop) {
  std::string all;
  for (const Text& text : scene_.scene.texts) all += text.text + " ";
  const auto plain = [](std::string text) {
    std::erase(text, ' ');
    return text;
  };
  for (const Hop& hop : journey_.hops) {
    EXPECT_NE(plain(all).find(plain(hop.place)), std::string::npos) << hop.place;
    EXPECT_NE(plain(all).find(plain(hop.formula)), std::string::npos) << hop.formula;
  }
}

INSTANTIATE_TEST_SUITE_P(Journeys, Cards,
                         testing::Combine(testing::Values(0, 1, 2, 3), testing::Values('A', 'B', 'C'),
                                          testing::Values(360, 720, 960, 1900)));

}  // namespace
}  // namespace tcviz
