// The events of a pass as the timeline of the maxas view names them.
#include "app/session/maxas/maxas_steps.hpp"
#include "app/session/maxas/maxas_view.hpp"
#include "gtest/gtest.h"

namespace tcviz {
namespace {

// Over which FFMAs of line 6 the tooltip names which events: the barrier stands after FFMA 62, the three XORs behind
// it.
TEST(MaxasView, EventsAreNamedWhereTheirMarksStand) {
  MaxasView view;
  MaxasLook look;
  look.kernel = sgemm128;
  view.prepare(look);
  ASSERT_EQ(view.event_words.size(), view.events.size());
  const auto over = [&](int line, int ffma) {
    std::string all;
    for (std::size_t n = 0; n < view.events.size(); ++n)
      if (maxas_mark_is_over(view.events[n], line, ffma)) all += view.event_words[n].substr(0, 10) + "\n";
    return all;
  };
  EXPECT_EQ(over(6, 62), "barrier: a\nreadAs ^= \n");
  EXPECT_EQ(over(6, 63), "readBs ^= \nwriteS ^= \n");
  EXPECT_EQ(over(0, 0), "is there a\nload A low\n");
  EXPECT_EQ(over(5, 62), "");
  for (const maxas::Event& event : view.events) {
    int places = 0;
    for (int ffma = 0; ffma < maxas::ffmas; ++ffma) places += maxas_mark_is_over(event, event.line, ffma) ? 1 : 0;
    EXPECT_EQ(places, 1) << event.line << ": " << event.after;
  }
}

}  // namespace
}  // namespace tcviz
