#include "app/session/maxas/maxas_layout.hpp"

#include <algorithm>
#include <cmath>

namespace tcviz::inline app_session {
namespace {

// Sizes in points.
constexpr float gap = 6, least_width = 860, least_height = 400;
constexpr float tile_chrome = 62;  // title and legend of the tile, beside its square
constexpr float least_bits = 112, most_bits = 168, least_timeline = 108, most_timeline = 190, lines_of_registers = 266;

Rect& at(MaxasRects& rects, MaxasPart part) { return rects[static_cast<std::size_t>(part)]; }

// Places all panels. The tile is a square, the bits below it; the other panels have the rest: two by two, the timeline
// below.
//   | tile, strips | order     | registers |
//   |              | collector | shared    |
//   | bits         | timeline              |
void place_all(const Rect& room, float scale, MaxasRects& rects) {
  const float g = std::round(gap * scale);
  const float bits = std::clamp(room.h * 0.19F, least_bits * scale, most_bits * scale);
  const float tile = room.h - bits - g;
  const float left = std::round(std::clamp(tile - tile_chrome * scale + 8 * scale, room.w * 0.28F, room.w * 0.42F));
  at(rects, MaxasPart::Tile) = {room.x, room.y, left, tile};
  at(rects, MaxasPart::Strips) = at(rects, MaxasPart::Tile);
  at(rects, MaxasPart::Bits) = {room.x, room.y + tile + g, left, bits};
  const float x = room.x + left + g, width = room.w - left - g;
  const float timeline = std::clamp(room.h * 0.2F, least_timeline * scale, most_timeline * scale);
  const float upper = room.h - timeline - g, half = std::floor((width - g) / 2);
  // If there is little room, the registers get more of it: sixteen lines of text.
  const float even = std::floor((upper - g) / 2);
  const float row = std::max(even, std::min(std::round(lines_of_registers * scale), std::floor(upper * 0.57F)));
  at(rects, MaxasPart::Order) = {x, room.y, half, row};
  at(rects, MaxasPart::Registers) = {x + half + g, room.y, width - half - g, row};
  at(rects, MaxasPart::Collector) = {x, room.y + row + g, half, upper - row - g};
  at(rects, MaxasPart::Shared) = {x + half + g, room.y + row + g, width - half - g, upper - row - g};
  at(rects, MaxasPart::Timeline) = {x, room.y + upper + g, width, timeline};
}

float shared_area(const Rect& a, const Rect& b) {
  const float w = std::min(a.x + a.w, b.x + b.w) - std::max(a.x, b.x);
  const float h = std::min(a.y + a.h, b.y + b.h) - std::max(a.y, b.y);
  return std::max(0.0F, w) * std::max(0.0F, h);
}

}  // namespace

bool maxas_fits_all(const Rect& room, float scale) {
  return room.w >= least_width * scale && room.h >= least_height * scale;
}

Rect maxas_card_rect(const Rect& room, const Rect& target, float width, float height, float gap) {
  const float middle_x = target.x + (target.w - width) / 2, middle_y = target.y + (target.h - height) / 2;
  const std::array<Point, 4> wanted{{{target.x + target.w + gap, middle_y},
                                     {target.x - gap - width, middle_y},
                                     {middle_x, target.y + target.h + gap},
                                     {middle_x, target.y - gap - height}}};
  Rect best{};
  float least = -1;
  for (const Point& at : wanted) {
    const Rect card{std::clamp(at.x, room.x, std::max(room.x, room.x + room.w - width)),
                    std::clamp(at.y, room.y, std::max(room.y, room.y + room.h - height)), width, height};
    const float hidden = shared_area(card, target);
    if (least >= 0 && hidden >= least) continue;
    least = hidden;
    best = card;
  }
  return best;
}

MaxasRects maxas_rects(const Rect& room, std::optional<MaxasPart> large, float scale) {
  MaxasRects rects{};
  if (!large && !maxas_fits_all(room, scale)) large = MaxasPart::Tile;
  if (!large) {
    place_all(room, scale, rects);
    return rects;
  }
  at(rects, *large) = room;
  if (*large == MaxasPart::Tile || *large == MaxasPart::Strips)
    at(rects, MaxasPart::Tile) = at(rects, MaxasPart::Strips) = room;
  return rects;
}

}  // namespace tcviz::inline app_session
