// Shared memory as a scene: 32 banks across, lanes below their bytes, conflicts framed, texts inside their cells.
#include "app/scene/pictures/bank_scene.hpp"

#include <algorithm>

#include "app/scene/easel/text_metrics.hpp"
#include "gtest/gtest.h"

namespace tcviz {
namespace {

// Lane t reads 4 bytes at `stride` t; at byte b lies the f16 X[b / 2 / 64, b / 2 % 64].
BankAccess strided_access(int stride) {
  BankAccess access;
  LaneAddresses addresses{};
  for (int lane = 0; lane < warp_lanes; ++lane) {
    addresses[static_cast<std::size_t>(lane)] = lane * stride;
    access.touches.push_back({lane, lane * stride, 4});
  }
  const WarpAccess& how = *find_warp_access("ld32");
  access.wavefronts =
      BankWavefronts{"ld32", bank_count(how, addresses), count_wavefronts(how, addresses).value().phases};
  for (int line = 0; line * bank_line < 32 * stride; ++line) {
    BankLine made{line * bank_line, {}};
    for (int at = 0; at < 64; ++at)
      made.pieces.push_back(
          {2 * at, 2, BankState::Element, "X", std::to_string(line) + "," + std::to_string(at), line, at});
    access.lines.push_back(std::move(made));
  }
  return access;
}

TEST(BankScene, HasABankForEveryFourBytes) {
  const BankAccess access = strided_access(4);
  const BankScene scene = bank_scene(access, fit_banks(access, Theme::Dark, Palette::Safe, 760, 400));
  ASSERT_EQ(scene.lines.size(), 1U);
  for (int bank = 0; bank < 32; ++bank) {
    const Rect rect = *scene.rect(4 * bank, 4);
    EXPECT_EQ(scene.at(rect.x + 1, rect.y + 1), 4 * bank);
    EXPECT_LT(*scene.at(rect.x + rect.w - 1, rect.y + 1), 4 * bank + 4);
  }
  EXPECT_FALSE(scene.at(scene.left - 1, scene.tops[0] + 1));
  EXPECT_FALSE(scene.rect(128, 4)) << "a line that is not touched";
  EXPECT_TRUE(scene.scene.outlines.empty()) << "no conflict";
}

TEST(BankScene, FramesEveryWordThatABankGivesAfterAnother) {
  const BankAccess access = strided_access(8);
  const BankScene scene = bank_scene(access, fit_banks(access, Theme::Light, Palette::Safe, 760, 400));
  EXPECT_EQ(scene.scene.outlines.size(), 32U) << "two words in each of 16 banks";
  const auto says = [&](const std::string& text) { return std::ranges::count(scene.scene.texts, text, &Text::text); };
  EXPECT_EQ(says("T17"), 1);
  EXPECT_EQ(says("phase 0: T0 to T31"), 1);
}

TEST(BankScene, KeepsTextsInsideItsWidthAndItsCells) {
  for (const int stride : {4, 8, 132})
    for (const float width : {300.0F, 440.0F, 760.0F, 1500.0F}) {
      const BankAccess access = strided_access(stride);
      const BankScene scene = bank_scene(access, fit_banks(access, Theme::Dark, Palette::Safe, width, 500));
      for (const Text& text : scene.scene.texts) {
        const float wide = text_width(text.text, text.face, text.size);
        const float left = text.align == Align::Left    ? text.x
                           : text.align == Align::Right ? text.x - wide
                                                        : text.x - wide / 2;
        EXPECT_GE(left, 0) << text.text;
        EXPECT_LE(left + wide, scene.scene.width + 26) << text.text << " at " << width;
        EXPECT_TRUE(text.role != TextRole::CellLabel || wide <= 4 * scene.bank_w) << text.text;
      }
    }
}

TEST(BankScene, OfAProductThatReadsByItselfHasNoLanes) {
  BankAccess access = strided_access(4);
  access.wavefronts.reset();
  for (BankTouch& touch : access.touches) touch.lane = -1;
  const BankLook look = fit_banks(access, Theme::Dark, Palette::Safe, 760, 400);
  EXPECT_EQ(look.tag_h, 0);
  const BankScene scene = bank_scene(access, look);
  EXPECT_TRUE(std::ranges::none_of(scene.scene.texts, [](const Text& text) { return text.text.starts_with("T"); }));
}

}  // namespace
}  // namespace tcviz
