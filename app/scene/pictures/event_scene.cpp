#include "app/scene/pictures/event_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/scene/easel/palette.hpp"
#include "app/scene/easel/text_metrics.hpp"
#include "app/scene/easel/theme.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float event_cell_pad = 3, widest_event_cell = 46, highest_event_cell = 26;
constexpr float small_event_text = 8, lowest_event_cell = 13, below_needs_height = 23, event_gap = 20;

int shown_rows(const EventTile& tile, const EventLook& look) { return std::min(tile.rows, look.most_rows); }
int shown_cols(const EventTile& tile, const EventLook& look) { return std::min(tile.cols, look.most_cols); }

// Numbers in the order of their size, from 0 on: colours follow from these.
std::map<std::int64_t, int> ranks(const SnapshotTile& tile, std::int64_t SnapshotCell::*number) {
  std::map<std::int64_t, int> found;
  for (const SnapshotCell& cell : tile.cells) found[cell.*number];
  int next = 0;
  for (auto& [value, rank] : found) rank = value < 0 ? -1 : next++;
  return found;
}

EventTile found_tile(const SnapshotTile& from, bool hue_by_column) {
  EventTile made{from.name, from.rows, from.cols, {}};
  const auto hues = ranks(from, hue_by_column ? &SnapshotCell::col : &SnapshotCell::row);
  const auto shades = ranks(from, hue_by_column ? &SnapshotCell::row : &SnapshotCell::col);
  for (const SnapshotCell& cell : from.cells) {
    EventCell one;
    one.text = cell.text;
    one.below = cell.lane < 0 ? "smem" : fmt::format("T{}", cell.lane);
    const bool known = cell.state == SnapshotState::Fits || cell.state == SnapshotState::Odd;
    one.hue = known ? hues.at(hue_by_column ? cell.col : cell.row) : -1;
    one.shade = std::max(0, shades.at(hue_by_column ? cell.row : cell.col));
    one.outlined = cell.state == SnapshotState::Odd || cell.state == SnapshotState::Wrong;
    one.hatched = cell.state == SnapshotState::Unknown;
    made.cells.push_back(std::move(one));
  }
  return made;
}

EventTile declared_tile(const SnapshotTile& from, bool hue_by_column) {
  EventTile made{from.name, from.rows, from.cols, {}};
  for (int row = 0; row < from.rows; ++row)
    for (int col = 0; col < from.cols; ++col) {
      const int lane = from.cells[static_cast<std::size_t>(row) * from.cols + col].lane;
      made.cells.push_back({fmt::format("{},{}", row, col), lane < 0 ? "smem" : fmt::format("T{}", lane),
                            hue_by_column ? col : row, hue_by_column ? row : col, false, false});
    }
  return made;
}

class EventPainter {
 public:
  EventPainter(const EventTiles& tiles, const EventLook& look)
      : tiles_(tiles), look_(look), colors_(theme_colors(look.theme)) {}

  EventScene draw() {
    made_.cell_w = look_.cell_w, made_.cell_h = look_.cell_h;
    made_.scene.background = colors_.background;
    const Rect a = side(tiles_.a), b = side(tiles_.b), sum = side(tiles_.sum);
    const float across = a.w + look_.gap, down = look_.gap + b.h + look_.gap;
    made_.tiles = {Rect{0, down, a.w, a.h}, Rect{across, look_.gap, b.w, b.h}, Rect{across, down, sum.w, sum.h}};
    for (const std::size_t n : {1, 0, 2}) tile(*tiles_.all()[n], made_.tiles[n]);
    made_.scene.width = std::max(across + std::max(b.w, sum.w), widest_);
    made_.scene.height = down + std::max(a.h, sum.h);
    return std::move(made_);
  }

 private:
  Rect side(const EventTile& tile) const {
    return {0, 0, static_cast<float>(shown_cols(tile, look_)) * look_.cell_w,
            static_cast<float>(shown_rows(tile, look_)) * look_.cell_h};
  }

  void tile(const EventTile& of, const Rect& at) {
    const float size = std::min(12.5F, look_.gap * 0.6F);
    made_.scene.texts.push_back(
        {at.x, at.y - look_.gap * 0.4F, size, Align::Left, Face::Sans, TextRole::GridTitle, colors_.ink, of.name});
    widest_ = std::max(widest_, at.x + text_width(of.name, Face::Sans, size));
    for (int row = 0; row < shown_rows(of, look_); ++row)
      for (int col = 0; col < shown_cols(of, look_); ++col)
        cell(of.cells[static_cast<std::size_t>(row) * of.cols + col],
             {at.x + static_cast<float>(col) * look_.cell_w, at.y + static_cast<float>(row) * look_.cell_h,
              look_.cell_w - 1, look_.cell_h - 1});
  }

  void cell(const EventCell& of, const Rect& rect) {
    const Color pale = mixed(colors_.background, colors_.ink, 0.08);
    const Color fill = of.hue < 0 ? pale : thread_color(of.hue % 8 * 4 + of.shade % 4, 32);
    made_.scene.swatches.push_back({rect, fill, of.hatched ? Hatch::Forward : Hatch::None, false});
    const Color color = label_color(fill);
    const bool two = !of.below.empty() && look_.below > 0;
    const float x = rect.x + rect.w / 2, y = rect.y + rect.h / 2;
    made_.scene.texts.push_back(
        {x, two ? y - 5 : y, look_.text, Align::Center, Face::Mono, TextRole::CellLabel, color, of.text});
    if (two)
      made_.scene.texts.push_back(
          {x, y + 6.5F, look_.below, Align::Center, Face::Mono, TextRole::Note, color, of.below});
    constexpr Color red{0xc6, 0x1f, 0x2b}, bright_red{0xff, 0x4d, 0x4d};
    if (of.outlined)
      made_.scene.outlines.push_back(
          {{rect.x + 1, rect.y + 1, rect.w - 2, rect.h - 2}, look_.theme == Theme::Light ? red : bright_red, 2});
  }

  const EventTiles& tiles_;
  const EventLook& look_;
  const ThemeColors colors_;
  EventScene made_;
  float widest_ = 0;
};

}  // namespace

EventTiles event_tiles(const EventSnapshot& event, bool declared) {
  const auto tile = [&](const SnapshotTile& from, bool hue_by_column) {
    return declared ? declared_tile(from, hue_by_column) : found_tile(from, hue_by_column);
  };
  return {tile(event.a, false), tile(event.b, true), tile(event.sum, false)};
}

float event_cell_width(const EventTiles& tiles, const EventLook& look) {
  float width = 0;
  for (const EventTile* const tile : tiles.all())
    for (const EventCell& cell : tile->cells) width = std::max(width, text_width(cell.text, Face::Mono, look.text));
  return width;
}

EventLook fit_event(const EventTiles& tiles, Theme theme, float width, float height) {
  EventLook look;
  look.theme = theme;
  look.gap = event_gap;
  look.most_rows = look.most_cols = 1 << 20;
  const auto across = static_cast<float>(std::max(1, tiles.a.cols + std::max(tiles.b.cols, tiles.sum.cols)));
  const auto down = static_cast<float>(std::max(1, tiles.b.rows + std::max(tiles.a.rows, tiles.sum.rows)));
  const float room_w = (width - look.gap) / across, room_h = (height - 2 * look.gap) / down;
  look.cell_h = std::floor(std::clamp(room_h, lowest_event_cell, highest_event_cell));
  if (look.cell_h < below_needs_height) look.below = 0;
  if (event_cell_width(tiles, look) + event_cell_pad > room_w) look.text = small_event_text;
  const float needed = std::ceil(event_cell_width(tiles, look) + event_cell_pad);
  look.cell_w = std::floor(std::clamp(room_w, needed, std::max(needed, widest_event_cell)));
  return look;
}

std::optional<EventSpot> EventScene::at(float x, float y) const {
  for (std::size_t n = 0; n < tiles.size(); ++n)
    if (tiles[n].contains(x, y))
      return EventSpot{static_cast<int>(n), static_cast<int>((y - tiles[n].y) / cell_h),
                       static_cast<int>((x - tiles[n].x) / cell_w)};
  return std::nullopt;
}

Rect EventScene::cell(const EventSpot& spot) const {
  const Rect& tile = tiles.at(static_cast<std::size_t>(spot.tile));
  return {tile.x + static_cast<float>(spot.col) * cell_w, tile.y + static_cast<float>(spot.row) * cell_h, cell_w - 1,
          cell_h - 1};
}

EventScene event_scene(const EventTiles& tiles, const EventLook& look) { return EventPainter(tiles, look).draw(); }

}  // namespace tcviz::inline app_scene
