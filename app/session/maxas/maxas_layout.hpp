// The places of the panels of the maxas view in a room of any size. Plain arithmetic.
#pragma once

#include <array>
#include <optional>

#include "app/scene/easel/scene.hpp"
#include "app/session/maxas/maxas_state.hpp"

namespace tcviz::inline app_session {

// The strips share the tile's rectangle. A rectangle without width: the panel is not shown.
using MaxasRects = std::array<Rect, maxas_parts>;

// Returns the panels' places. `scale`: pixels of a point. In a room too small for all, one panel has it alone: `large`,
// or the tile.
MaxasRects maxas_rects(const Rect& room, std::optional<MaxasPart> large, float scale);
// Returns the place of a tour's card: beside, below or above the thing that it describes, wherever it hides least of
// that; inside the room.
Rect maxas_card_rect(const Rect& room, const Rect& target, float width, float height, float gap);

bool maxas_fits_all(const Rect& room, float scale);

}  // namespace tcviz::inline app_session
