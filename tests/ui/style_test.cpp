// The colours of the window, held against the contrast that WCAG 2.2 asks for (success criteria 1.4.3 and 1.4.6).
#include "app/ui/kit/style.hpp"

#include <algorithm>
#include <cmath>

#include "app/ui/window/glfw_place.hpp"
#include "gtest/gtest.h"

namespace tcviz {
namespace {

// Relative luminance and contrast ratio as WCAG 2.2 defines them.
double channel(ImU32 color, int shift) {
  const double v = static_cast<double>((color >> shift) & 255) / 255;
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}
double luminance(ImU32 color) {
  return 0.2126 * channel(color, IM_COL32_R_SHIFT) + 0.7152 * channel(color, IM_COL32_G_SHIFT) +
         0.0722 * channel(color, IM_COL32_B_SHIFT);
}
double contrast(ImU32 a, ImU32 b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

struct Named {
  const char* name;
  ImU32 Colors::*color;
};
constexpr Named texts[] = {{"text", &Colors::text},     {"dim", &Colors::dim},   {"faint", &Colors::faint},
                           {"accent", &Colors::accent}, {"good", &Colors::good}, {"warn", &Colors::warn},
                           {"bad", &Colors::bad}};
constexpr Named grounds[] = {{"app", &Colors::app}, {"panel", &Colors::panel}, {"field", &Colors::field}};
// Grounds that only rows of lists and pressed buttons have.
constexpr Named row_grounds[] = {{"selection", &Colors::selection},
                                 {"selection_soft", &Colors::selection_soft},
                                 {"field_hover", &Colors::field_hover},
                                 {"match", &Colors::match}};

TEST(Contrast, TheFormulaGivesItsKnownValues) {
  EXPECT_NEAR(contrast(IM_COL32_WHITE, IM_COL32_BLACK), 21, 1e-9);
  EXPECT_NEAR(contrast(IM_COL32(0x77, 0x77, 0x77, 255), IM_COL32_WHITE), 4.48, 0.005);  // the well-known near miss
}

TEST(Contrast, EveryTextIsReadableOnEveryGround) {
  for (const Theme theme : {Theme::Dark, Theme::Light, Theme::Contrast}) {
    const double least = theme == Theme::Contrast ? 7 : 4.5;
    const Colors& colors = colors_of(theme);
    for (const Named& text : texts) {
      for (const Named& ground : grounds) {
        EXPECT_GE(contrast(colors.*text.color, colors.*ground.color), least)
            << text.name << " on " << ground.name << " in theme " << static_cast<int>(theme);
      }
    }
    for (const Named& ground : row_grounds) {
      for (const Named& text : {texts[0], texts[1]}) {
        EXPECT_GE(contrast(colors.*text.color, colors.*ground.color), least)
            << text.name << " on " << ground.name << " in theme " << static_cast<int>(theme);
      }
    }
    EXPECT_GE(contrast(colors.warn, colors.warn_soft), least) << static_cast<int>(theme);
  }
}

// What Dear ImGui begins with is blue: nothing of it stays.
TEST(Contrast, NothingToTakeHoldOfHasAColourOfItsOwn) {
  ImGui::CreateContext();
  for (const Theme theme : {Theme::Dark, Theme::Light, Theme::Contrast}) {
    set_style(theme, 1);
    for (const ImGuiCol taken :
         {ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive, ImGuiCol_CheckMark, ImGuiCol_TextLink, ImGuiCol_NavCursor})
      EXPECT_EQ(ImGui::GetColorU32(taken), colors_of(theme).accent) << ImGui::GetStyleColorName(taken);
  }
  ImGui::DestroyContext();
}

// WCAG's 1.4.11: what is no text, but must be seen.
TEST(Contrast, LinesThatSayWhereTheKeysAreStandOut) {
  for (const Theme theme : {Theme::Dark, Theme::Light, Theme::Contrast}) {
    const Colors& colors = colors_of(theme);
    EXPECT_GE(contrast(colors.accent, colors.panel), 3) << static_cast<int>(theme);
    EXPECT_GE(contrast(colors.accent, colors.app), 3) << static_cast<int>(theme);
  }
  EXPECT_GE(contrast(colors_of(Theme::Contrast).border, colors_of(Theme::Contrast).panel), 3);
}

// Where the system gives no scale, a screen of 4K has texts that are half as large again; what it does give stands.
TEST(ScreenScale, ComesFromTheHeightWhereTheSystemGivesNone) {
  for (const int height : {0, 720, 1080, 1440, 1600}) EXPECT_FLOAT_EQ(screen_scale(1, height), 1) << height;
  EXPECT_FLOAT_EQ(screen_scale(1, 1800), 1.25F);
  EXPECT_FLOAT_EQ(screen_scale(1, 2160), 1.5F);
  EXPECT_FLOAT_EQ(screen_scale(1, 4320), 3);
  EXPECT_FLOAT_EQ(screen_scale(1.25F, 2160), 1.25F);
  EXPECT_FLOAT_EQ(screen_scale(2, 2160), 2);
}

}  // namespace
}  // namespace tcviz
