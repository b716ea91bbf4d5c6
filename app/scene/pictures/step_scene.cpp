#include "app/scene/pictures/step_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/scene/easel/easel.hpp"
#include "app/scene/easel/text_metrics.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float step_cell_pad = 3, widest_step_cell = 46, highest_step_cell = 26;
constexpr float small_step_text = 8, lowest_step_cell = 13, below_needs_height = 23, step_gap = 20;

int shown_rows(const StepTile& tile, const StepLook& look) { return std::min(tile.rows, look.most_rows); }
int shown_cols(const StepTile& tile, const StepLook& look) { return std::min(tile.cols, look.most_cols); }

std::map<std::int64_t, int> ranks_of(const SnapshotTile& tile, std::int64_t SnapshotCell::*number) {
  std::vector<std::int64_t> numbers;
  for (const SnapshotCell& cell : tile.cells) numbers.push_back(cell.*number);
  return ranks(numbers);
}

StepTile found_tile(const SnapshotTile& from, bool hue_by_column) {
  StepTile made{from.name, from.rows, from.cols, {}};
  const auto hues = ranks_of(from, hue_by_column ? &SnapshotCell::col : &SnapshotCell::row);
  const auto shades = ranks_of(from, hue_by_column ? &SnapshotCell::row : &SnapshotCell::col);
  for (const SnapshotCell& cell : from.cells) {
    StepCell one;
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

StepTile declared_tile(const SnapshotTile& from, bool hue_by_column) {
  StepTile made{from.name, from.rows, from.cols, {}};
  for (int row = 0; row < from.rows; ++row)
    for (int col = 0; col < from.cols; ++col) {
      const int lane = from.cells[static_cast<std::size_t>(row) * from.cols + col].lane;
      made.cells.push_back({fmt::format("{},{}", row, col), lane < 0 ? "smem" : fmt::format("T{}", lane),
                            hue_by_column ? col : row, hue_by_column ? row : col, false, false});
    }
  return made;
}

// True if no cell is right: the tile has one frame then.
bool is_all_wrong(const StepTile& tile) {
  return tile.cells.size() > 1 && std::ranges::all_of(tile.cells, &StepCell::outlined);
}

class StepPainter {
 public:
  StepPainter(const StepTiles& tiles, const StepLook& look)
      : tiles_(tiles), look_(look), easel_(made_.scene, look.theme) {}

  StepScene draw() {
    made_.cell_w = look_.cell_w, made_.cell_h = look_.cell_h;
    const Rect a = side(tiles_.a), b = side(tiles_.b), sum = side(tiles_.sum);
    const float across = a.w + look_.gap, down = look_.gap + b.h + look_.gap;
    made_.tiles = {Rect{0, down, a.w, a.h}, Rect{across, look_.gap, b.w, b.h}, Rect{across, down, sum.w, sum.h}};
    for (const std::size_t n : {1, 0, 2}) tile(*tiles_.all()[n], made_.tiles[n]);
    made_.scene.width = std::max(across + std::max(b.w, sum.w), easel_.right());
    made_.scene.height = down + std::max(a.h, sum.h);
    return std::move(made_);
  }

 private:
  Rect side(const StepTile& tile) const {
    return {0, 0, static_cast<float>(shown_cols(tile, look_)) * look_.cell_w,
            static_cast<float>(shown_rows(tile, look_)) * look_.cell_h};
  }

  void tile(const StepTile& of, const Rect& at) {
    const float size = std::min(12.5F, look_.gap * 0.6F);
    easel_.title(at.x, at.y - look_.gap * 0.4F, size, of.name);
    const bool as_one = is_all_wrong(of);
    for (int row = 0; row < shown_rows(of, look_); ++row)
      for (int col = 0; col < shown_cols(of, look_); ++col)
        cell(of.cells[static_cast<std::size_t>(row) * of.cols + col],
             cell_rect(at, look_.cell_w, look_.cell_h, {row, col}), as_one);
    if (as_one) easel_.frame_wrong(at);
  }

  void cell(const StepCell& of, const Rect& rect, bool bare) {
    const Color fill = of.hue < 0 ? easel_.pale(0.08) : rank_color(of.hue, of.shade);
    easel_.box(rect, {fill, of.hatched ? Hatch::Forward : Hatch::None});
    const bool two = !of.below.empty() && look_.below > 0;
    const auto line = [&](float down) { return Rect{rect.x, rect.y + down, rect.w, rect.h}; };
    easel_.label(line(two ? -5.0F : 0), look_.text, fill, of.text);
    if (two) easel_.label(line(6.5F), look_.below, fill, of.below, TextRole::Note);
    if (of.outlined && !bare) easel_.frame_wrong(rect);
  }

  const StepTiles& tiles_;
  const StepLook& look_;
  StepScene made_;
  Easel easel_;
};

}  // namespace

StepTiles step_tiles(const EventSnapshot& step, bool declared) {
  const auto tile = [&](const SnapshotTile& from, bool hue_by_column) {
    return declared ? declared_tile(from, hue_by_column) : found_tile(from, hue_by_column);
  };
  return {tile(step.a, false), tile(step.b, true), tile(step.sum, false)};
}

float step_cell_width(const StepTiles& tiles, const StepLook& look) {
  float width = 0;
  for (const StepTile* const tile : tiles.all())
    for (const StepCell& cell : tile->cells) width = std::max(width, text_width(cell.text, Face::Mono, look.text));
  return width;
}

StepLook fit_step(const StepTiles& tiles, Theme theme, float width, float height) {
  StepLook look;
  look.theme = theme;
  look.gap = step_gap;
  look.most_rows = look.most_cols = 1 << 20;
  const auto across = static_cast<float>(std::max(1, tiles.a.cols + std::max(tiles.b.cols, tiles.sum.cols)));
  const auto down = static_cast<float>(std::max(1, tiles.b.rows + std::max(tiles.a.rows, tiles.sum.rows)));
  const float room_w = (width - look.gap) / across, room_h = (height - 2 * look.gap) / down;
  look.cell_h = std::floor(std::clamp(room_h, lowest_step_cell, highest_step_cell));
  if (look.cell_h < below_needs_height) look.below = 0;
  if (step_cell_width(tiles, look) + step_cell_pad > room_w) look.text = small_step_text;
  const float needed = std::ceil(step_cell_width(tiles, look) + step_cell_pad);
  look.cell_w = std::floor(std::clamp(room_w, needed, std::max(needed, widest_step_cell)));
  return look;
}

std::optional<StepSpot> StepScene::at(float x, float y) const {
  for (std::size_t n = 0; n < tiles.size(); ++n)
    if (const std::optional<Element> found = cell_at(tiles[n], cell_w, cell_h, x, y))
      return StepSpot{static_cast<int>(n), found->row, found->col};
  return std::nullopt;
}

Rect StepScene::cell(const StepSpot& spot) const {
  return cell_rect(tiles.at(static_cast<std::size_t>(spot.tile)), cell_w, cell_h, {spot.row, spot.col});
}

StepScene step_scene(const StepTiles& tiles, const StepLook& look) { return StepPainter(tiles, look).draw(); }

}  // namespace tcviz::inline app_scene
