#include "app/scene/grid/wrong_counts.hpp"

#include <algorithm>
#include <string>

namespace tcviz::inline app_scene {
namespace {

constexpr float count_size = 11, count_gap = 4;
constexpr Color count_on_dark{255, 120, 120}, count_on_light{190, 18, 40};

// Counts of the grid's own rows and columns: elements, or threads and values.
struct Counts {
  std::vector<int> rows, cols;
};

Counts counts_of(const Block& block, const SceneStyle& style) {
  const Layout& layout = *block.layout;
  Counts counts{std::vector<int>(static_cast<std::size_t>(block.rows), 0),
                std::vector<int>(static_cast<std::size_t>(block.cols), 0)};
  for (std::int32_t number = 0; number < layout.slots(); ++number) {
    const auto at = static_cast<std::size_t>(number);
    if (at >= style.marks.size() || style.marks[at] != CellMark::Wrong) continue;
    const Slot slot = layout.slot(number);
    const std::optional<Element> element = layout.element(slot);
    if (!element) continue;
    const bool slots = block.channel == Channel::Slots;
    const int row = slots ? slot.tid : element->row - block.first_row;
    const int col = slots ? slot.i : element->col - block.first_col;
    if (row < 0 || col < 0 || row >= block.rows || col >= block.cols) continue;  // another product's
    ++counts.rows[static_cast<std::size_t>(row)];
    ++counts.cols[static_cast<std::size_t>(col)];
  }
  return counts;
}

void add_count(Build& build, float x, float y, Align align, int count) {
  const Color color = build.style.theme == Theme::Light ? count_on_light : count_on_dark;
  build.scene.texts.push_back({x, y, count_size, align, Face::Mono, TextRole::Note, color, std::to_string(count)});
}

}  // namespace

bool has_marks(const Block& block, const SceneStyle& style) {
  const bool comparison = !block.differs.empty();  // it has marks of its own
  return !style.marks.empty() && block.index == style.checked && !comparison && !style.hide_cells;
}

void add_wrong_counts(Build& build, const Block& block, const GridFrame& frame) {
  if (!has_marks(block, build.style) || !build.style.axes) return;
  const Counts counts = counts_of(block, build.style);
  const float right = frame.cells.x + block.grid_w - frame.gap + count_gap;
  const float below = frame.cells.y + block.grid_h - frame.gap + wrong_count_h / 2 + 1;
  for (int row = 0; frame.cell_h >= count_size && row < block.rows; ++row) {
    const int count = counts.rows[static_cast<std::size_t>(row)];
    const float middle = (static_cast<float>(row) + 0.5f) * frame.cell_h - frame.gap / 2;
    if (count > 0) add_count(build, right, frame.cells.y + middle, Align::Left, count);
  }
  for (int col = 0; col < block.cols; ++col) {
    const int count = counts.cols[static_cast<std::size_t>(col)];
    const float middle = (static_cast<float>(col) + 0.5f) * frame.cell_w - frame.gap / 2;
    if (count > 0) add_count(build, frame.cells.x + middle, below, Align::Center, count);
  }
}

}  // namespace tcviz::inline app_scene
