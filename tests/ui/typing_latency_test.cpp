// A letter is on screen in the frame after its key, or the next: the check of the formula and the search for repairs
// hold up nothing. How long that took, by software OpenGL, is printed; how long it may take is no test's business.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "app/session/whole/session.hpp"
#include "app/ui/window/headless.hpp"
#include "gtest/gtest.h"
#include "imgui.h"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

using Clock = std::chrono::steady_clock;

// 76 letters; each of them is checked against the layout, and repairs are looked for beside the window.
constexpr std::string_view typed = "((((i & 2) << 2) + ((tid & 28) >> 2)) | (((i & 2) << 2) & 8)) + (0 * tid)   ";
static_assert(typed.size() == 76);
constexpr int most_frames = 2;

TEST(TypingLatency, EveryLetterIsOnScreenInTheNextFrames) {
  Sources sources = sample_sources();
  auto made = Headless::make(sources, {}, 1400, 840, 1);
  ASSERT_TRUE(made.ok()) << made.error().message;
  Headless& window = *made.value();
  window.session().settle();
  window.session().actions().push_back(ShowView{ViewId::Formula});
  window.run_idle();
  std::vector<double> all;
  Pixels before = window.pixels();
  for (std::size_t n = 0; n < typed.size(); ++n) {
    const Clock::time_point begin = Clock::now();
    ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(typed[n]));
    bool shown = false, changed = false;  // the picture changes with the text, or a frame before the document does
    for (int frame = 0; frame < most_frames && !shown; ++frame) {
      window.session().update();
      window.draw();
      const Pixels now = window.pixels();
      changed = changed || now.rgba != before.rgba;
      shown = changed && window.document().formula.row.size() == n + 1;
      before = now;
    }
    ASSERT_TRUE(shown) << "letter " << n;
    all.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
  }
  EXPECT_EQ(window.document().formula.row, typed);
  std::ranges::sort(all);
  std::printf("76 letters: half of them within %.1f ms, the slowest %.1f ms\n", all[all.size() / 2], all.back());
}

}  // namespace
}  // namespace tcviz
