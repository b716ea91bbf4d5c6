#include "app/scene/pictures/live_grid_scene.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/easel/palette.hpp"
#include "app/scene/easel/text_metrics.hpp"
#include "app/scene/easel/theme.hpp"

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
      : grid_(grid), theme_(theme), palette_(palette), colors_(theme_colors(theme)) {
    fit(width, height);
  }

  LiveGridScene draw() {
    made_.scene.background = colors_.background;
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

  void text(float x, float y, float size, Align align, Face face, TextRole role, Color color, std::string words) {
    made_.scene.texts.push_back({x, y, size, align, face, role, color, std::move(words)});
  }

  void draw_grid(std::size_t n) {
    const Rect& at = made_.grids[n];
    text(at.x, at.y - 26, 12.5F, Align::Left, Face::Sans, TextRole::GridTitle, colors_.ink,
         n == 0 ? "Found" : "Expected");
    const int step = made_.cell_w < text_width("00", Face::Mono, 10) + 3 ? 4 : 1;
    for (int col = 0; col < grid_.cols; col += step)
      text(at.x + (static_cast<float>(col) + 0.5F) * made_.cell_w, at.y - 8, 10, Align::Center, Face::Mono,
           TextRole::AxisNumber, colors_.quiet, std::to_string(col));
    for (int row = 0; row < grid_.rows; ++row) {
      text(at.x - 6, at.y + (static_cast<float>(row) + 0.5F) * made_.cell_h, 10, Align::Right, Face::Mono,
           TextRole::AxisNumber, colors_.quiet, std::to_string(row));
      for (int col = 0; col < grid_.cols; ++col) draw_cell(n, {row, col});
    }
  }

  void draw_cell(std::size_t n, Element element) {
    const LiveCell& cell = grid_.cells[static_cast<std::size_t>(element.row * grid_.cols + element.col)];
    const std::string& words = n == 0 ? cell.found : cell.expected;
    const Rect rect = made_.cell(n, element);
    const Paint paint = thread_paint(palette_, cell.tid, grid_.threads);
    const Color pale = mixed(colors_.background, colors_.ink, 0.1);
    const bool plain = cell.wrong || words.empty() || n == 1;
    const Color fill = plain ? pale : paint.fill;
    made_.scene.swatches.push_back({rect, fill, plain ? Hatch::None : paint.hatch, false});
    if (!words.empty())
      text(rect.x + rect.w / 2, rect.y + rect.h / 2, size_, Align::Center, Face::Mono, TextRole::CellLabel,
           label_color(fill), words);
    constexpr Color red{0xc6, 0x1f, 0x2b}, bright_red{0xff, 0x4d, 0x4d};
    if (cell.wrong)
      made_.scene.outlines.push_back({{rect.x + 1, rect.y + 1, rect.w - 2, rect.h - 2},
                                      theme_ == Theme::Light ? red : bright_red,
                                      n == 0 ? 2.0F : 1.0F});
  }

  const LiveGrid& grid_;
  const Theme theme_;
  const Palette palette_;
  const ThemeColors colors_;
  LiveGridScene made_;
  bool beside_ = true;
  float size_ = 11;
};

}  // namespace

std::optional<Element> LiveGridScene::at(float x, float y) const {
  for (const Rect& grid : grids)
    if (grid.contains(x, y))
      return Element{static_cast<int>((y - grid.y) / cell_h), static_cast<int>((x - grid.x) / cell_w)};
  return std::nullopt;
}

Rect LiveGridScene::cell(std::size_t grid, Element element) const {
  const Rect& of = grids.at(grid);
  return {of.x + static_cast<float>(element.col) * cell_w, of.y + static_cast<float>(element.row) * cell_h, cell_w - 1,
          cell_h - 1};
}

LiveGridScene live_grid_scene(const LiveGrid& grid, Theme theme, Palette palette, float width, float height) {
  return ValuePainter(grid, theme, palette, width, height).draw();
}

}  // namespace tcviz::inline app_scene
