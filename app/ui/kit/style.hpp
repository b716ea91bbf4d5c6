// The appearance of the window: colours, fonts and sizes. All colours of the window are defined here; those of the
// grids are in app/scene/easel.
#pragma once

#include <cstdint>

#include "app/scene/easel/scene.hpp"
#include "imgui.h"

namespace tcviz::inline app_ui {

// The colours of a theme: of surfaces and borders, texts, highlights, messages, and outlines over cells.
struct Colors {
  ImU32 app, panel, field, field_hover, border;
  ImU32 text, dim, faint;
  ImU32 accent, selection, selection_soft, match;  // match: background of the letters that a search matched
  ImU32 good, warn, warn_soft, bad;
  ImU32 mark, pick;  // outlines: of the cells of a thread, of the chosen cell
};
const Colors& colors_of(Theme theme);

// Returns the colour for bit `bit` of tid (or of i), readable on a panel; from bit 8 on the colours repeat.
ImU32 bit_color(Theme theme, bool of_tid, int bit);

struct Fonts {
  ImFont* sans = nullptr;
  ImFont* mono = nullptr;
};
// Adds the program's two fonts to the current context of Dear ImGui; they can be drawn at any size.
Fonts add_fonts();

inline constexpr float font_size = 14.5F;  // pixels at scale 1

// Sets the style of the current context. `scale`: the monitor's scale times the user's text size.
void set_style(Theme theme, float scale);

}  // namespace tcviz::inline app_ui
