// Where the panels of the maxas view stand in a room of any size. Plain arithmetic.
#pragma once

#include <array>
#include <optional>

#include "app/scene/scene.hpp"
#include "app/ui/maxas_state.hpp"

namespace tcviz {

// The strips share the tile's rectangle. A rectangle without width: the panel is not shown.
using MaxasRects = std::array<Rect, maxas_parts>;

// `scale`: pixels of a point. In a room too small for all, one panel has it alone: `large`, or the tile.
MaxasRects maxas_rects(const Rect& room, std::optional<MaxasPart> large, float scale);
// Where a card of a tour stands: beside, below or above what it speaks of, wherever it hides least of it; inside the
// room.
Rect maxas_card_rect(const Rect& room, const Rect& target, float width, float height, float gap);

bool maxas_fits_all(const Rect& room, float scale);

}  // namespace tcviz
