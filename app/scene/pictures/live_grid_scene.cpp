#include "app/scene/pictures/live_grid_scene.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/easel/easel.hpp"
#include "app/scene/easel/text_metrics.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float values_gutter = 24, values_head = 34, values_between = 18, highest_value = 26, lowest_value = 14,
                widest_value = 64, value_pad = 6;

float widest_number(const LiveGrid& grid, float size) {
  float width = 0;
  for (const LiveCell& cell : grid.cells)
    for (const std::string* const text : {&cell.found, &cell.expected})
      width = std::max(width, text_width(*text, Face::Mono, size));
  return width;
}

class ValuePainter {
 public:
  ValuePainter(const LiveGrid& grid, Theme theme, Palette palette, float width, float height)
      : grid_(grid), palette_(palette), easel_(made_.scene, theme) {
    fit(width, height);
  }

  LiveGridScene draw() {
    const float w = static_cast<float>(grid_.cols) * made_.cell_w, h = static_cast<float>(grid_.rows) * made_.cell_h;
    made_.grids.push_back({values_gutter, values_head, w, h});
    if (grid_.has_expected && beside_)
      made_.grids.push_back({values_gutter + w + values_between + values_gutter, values_head, w, h});
    else if (grid_.has_expected)
      made_.grids.push_back({values_gutter, values_head + h + values_between + values_head, w, h});
    for (std::size_t n = 0; n < made_.grids.size(); ++n) draw_grid(n);
    made_.scene.width = made_.grids.back().x + w + 1, made_.scene.height = made_.grids.back().y + h + 1;
    return std::move(made_);
  }

 private:
  void fit(float width, float height) {
    const int count = grid_.has_expected ? 2 : 1;
    const auto width_of = [&](bool beside) {
      const int across = beside ? count : 1;
      const float others = values_gutter * static_cast<float>(across) + values_between * static_cast<float>(across - 1);
      return (width - others) / static_cast<float>(std::max(1, across * grid_.cols));
    };
    const float needed = widest_number(grid_, 11) + value_pad, small = widest_number(grid_, 8.5F) + 2;
    beside_ = width_of(true) >= needed || grid_.cols * 2 <= grid_.rows;
    const float room = width_of(beside_);
    size_ = room >= needed ? 11 : 8.5F;
    made_.cell_w = std::floor(std::clamp(room, small, std::max(small, widest_value)));
    const float down = static_cast<float>(grid_.rows * (beside_ ? 1 : count));
    const float heads = values_head * static_cast<float>(beside_ ? 1 : count) + values_between;
    made_.cell_h = std::floor(std::clamp((height - heads) / std::max(1.0F, down), lowest_value, highest_value));
  }

  void draw_grid(std::size_t n) {
    const Rect& at = made_.grids[n];
    easel_.title(at.x, at.y - 26, 12.5F, n == 0 ? "Found" : "Expected");
    const int step = made_.cell_w < text_width("00", Face::Mono, 10) + 3 ? 4 : 1;
    for (int col = 0; col < grid_.cols; col += step)
      easel_.number(at.x + (static_cast<float>(col) + 0.5F) * made_.cell_w, at.y - 8, 10, Align::Center,
                    std::to_string(col));
    for (int row = 0; row < grid_.rows; ++row) {
      easel_.number(at.x - 6, at.y + (static_cast<float>(row) + 0.5F) * made_.cell_h, 10, Align::Right,
                    std::to_string(row));
      for (int col = 0; col < grid_.cols; ++col) draw_cell(n, {row, col});
    }
  }

  void draw_cell(std::size_t n, Element element) {
    const LiveCell& cell = grid_.cells[static_cast<std::size_t>(element.row * grid_.cols + element.col)];
    const std::string& words = n == 0 ? cell.found : cell.expected;
    const Rect rect = made_.cell(n, element);
    const Paint paint = thread_paint(palette_, cell.tid, grid_.threads);
    const bool plain = cell.wrong || words.empty() || n == 1;
    const Paint shown = plain ? Paint{easel_.pale(0.1)} : paint;
    easel_.box(rect, shown);
    if (!words.empty()) easel_.label(rect, size_, shown.fill, words);
    if (cell.wrong) easel_.frame_wrong(rect, n == 0 ? 2.0F : 1.0F);
  }

  const LiveGrid& grid_;
  const Palette palette_;
  LiveGridScene made_;
  Easel easel_;
  bool beside_ = true;
  float size_ = 11;
};

}  // namespace

std::optional<Element> LiveGridScene::at(float x, float y) const {
  for (const Rect& grid : grids)
    if (const std::optional<Element> found = cell_at(grid, cell_w, cell_h, x, y)) return found;
  return std::nullopt;
}

Rect LiveGridScene::cell(std::size_t grid, Element element) const {
  return cell_rect(grids.at(grid), cell_w, cell_h, element);
}

LiveGridScene live_grid_scene(const LiveGrid& grid, Theme theme, Palette palette, float width, float height) {
  return ValuePainter(grid, theme, palette, width, height).draw();
}

}  // namespace tcviz::inline app_scene
