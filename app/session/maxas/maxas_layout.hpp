// The arrangement of the panels of the maxas view in an area (`room`) of any size, in pixels.
#pragma once

#include <array>
#include <optional>

#include "app/scene/easel/scene.hpp"
#include "app/session/maxas/maxas_state.hpp"

namespace tcviz::inline app_session {

// A rectangle for each MaxasPart; width 0: the panel is not shown. Strips has the rectangle of Tile.
using MaxasRects = std::array<Rect, maxas_parts>;

// Returns the rectangles. `scale`: pixels of a point. If `large` is set, that panel fills `room`; if `room` is too
// small for all panels, Tile does.
MaxasRects maxas_rects(const Rect& room, std::optional<MaxasPart> large, float scale);
// Returns the rectangle for a tour's text, inside of `room`: beside, below or above the panel `target` that it
// describes, where it hides least of it.
Rect maxas_card_rect(const Rect& room, const Rect& target, float width, float height, float gap);
// True if `room` is large enough for all panels.

bool maxas_fits_all(const Rect& room, float scale);

}  // namespace tcviz::inline app_session
