// The look of the window: colours, fonts and sizes. No other file has colours of the window; the scene has those of the
// grids. Sizes are multiples of the font's.
#pragma once

#include <cstdint>

#include "app/scene/easel/scene.hpp"
#include "imgui.h"

namespace tcviz::inline app_ui {

struct Colors {
  ImU32 app, panel, field, field_hover, border;
  ImU32 text, dim, faint;
  ImU32 accent, selection, selection_soft, match;  // match: behind the words that a search found
  ImU32 good, warn, warn_soft, bad;
  ImU32 mark, pick;  // outlines: the cells of one thread, the one cell
};
const Colors& colors_of(Theme theme);

// Returns the colour of a bit of tid or of i, readable on a panel; from the eighth bit on the colours repeat.
ImU32 bit_color(Theme theme, bool of_tid, int bit);

struct Fonts {
  ImFont* sans = nullptr;
  ImFont* mono = nullptr;
};
// Adds our two faces to the atlas of the current context; any size of them is drawn sharp.
Fonts add_fonts();

inline constexpr float font_size = 14.5F;  // pixels at scale 1

// Sets the style of the current context. `scale` is the monitor's times the user's.
void set_style(Theme theme, float scale);

}  // namespace tcviz::inline app_ui
