#include "app/ui/grids/compare_bits.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/scene/grid/words.hpp"
#include "app/session/whole/document.hpp"

namespace tcviz::inline app_ui {
namespace {

// Sizes in points.
constexpr float bits_box_h = 20, bits_between = 20, bits_gap = 4, bits_pad = 7, bits_group = 46, bits_text = 12.5F;
constexpr float bits_margin = 8, narrowest_box = 26, name_size = 13;
constexpr ImU32 changed_alpha = 60;

void add_boxes(std::vector<CompareBits::Box>& boxes, const std::vector<BitSum>& sums, bool of_col) {
  for (std::size_t bit = sums.size(); bit-- > 0;) boxes.push_back({sums[bit], describe(sums[bit]), false, of_col});
}

bool has(const CompareBits::Box& box, BitName bit) {
  return std::find(box.sum.sources.begin(), box.sum.sources.end(), bit) != box.sum.sources.end();
}

// Returns the products that the sides are about, or what tells the sides apart where both are about the same.
std::array<std::string, 2> names_of(SceneLayouts layouts) {
  std::array products{product_name(*layouts[0]), product_name(*layouts[1])};
  if (products[0] != products[1]) return products;
  SideNames names = side_names(*layouts[0], *layouts[1]);
  return {std::move(names.left), std::move(names.right)};
}

// Returns the width of the longer name, within limits.
float names_width(const Ui& ui, const std::array<CompareBits::Side, 2>& sides) {
  constexpr float least = 96, most = 200, air = 10;
  float width = ui.px(least);
  for (const CompareBits::Side& side : sides)
    width = std::max(width, text_size(ui, ui.fonts.sans, name_size, side.name).x + ui.px(air));
  return std::min(width, ui.px(most));
}

ImU32 color_of(const Ui& ui, const CompareBits::Box& box) {
  if (box.sum.sources.size() != 1) return ui.colors.text;
  const BitName bit = box.sum.sources.front();
  return bit_color(ui.document.theme, bit.of == BitName::Of::Tid, bit.bit);
}

}  // namespace

void CompareBits::follow(SceneLayouts layouts) {
  moves_.clear();
  note_.clear();
  std::array<std::string, 2> names = names_of(layouts);
  for (std::size_t s = 0; s < 2; ++s) {
    const BitTable table = bit_table(*layouts[s]);
    sides_[s] = {std::move(names[s]), {}};
    add_boxes(sides_[s].boxes, table.row, false);
    add_boxes(sides_[s].boxes, table.col, true);
    if (!table.reason.empty()) note_ = sides_[s].name + ": not linear over GF(2), " + table.reason;
  }
  std::vector<Box>&left = sides_[0].boxes, &right = sides_[1].boxes;
  if (!note_.empty() || left.size() != right.size()) return;
  for (std::size_t n = 0; n < left.size(); ++n) left[n].changed = right[n].changed = left[n].sum != right[n].sum;
  for (std::size_t n = 0; n < left.size(); ++n) {
    for (const BitName bit : left[n].sum.sources) {
      for (std::size_t m = 0; left[n].changed && m < right.size(); ++m)
        if (right[m].changed && has(right[m], bit)) moves_.push_back({bit, n, m});
    }
  }
}

float CompareBits::height(const Ui& ui) const {
  if (sides_[0].boxes.empty() && note_.empty()) return 0;
  if (!note_.empty()) return ui.px(bits_box_h + bits_margin);
  return ui.px(2 * bits_box_h + bits_between + bits_margin);
}

void CompareBits::draw(const Ui& ui, const Rect& place) const {
  if (!note_.empty()) return put_text_cut(ui, ui.fonts.sans, 13, {place.x, place.y}, place.w, ui.colors.warn, note_);
  float box_w = ui.px(narrowest_box);
  for (const Side& side : sides_)
    for (const Box& box : side.boxes)
      box_w = std::max(box_w, text_size(ui, ui.fonts.mono, bits_text, box.label).x + 2 * ui.px(bits_pad));
  const float count = static_cast<float>(std::max(sides_[0].boxes.size(), sides_[1].boxes.size()));
  const float name_w = names_width(ui, sides_);
  const float room = place.w - name_w - ui.px(2 * bits_group), step = std::min(box_w + ui.px(bits_gap), room / count);
  box_w = step - ui.px(bits_gap);
  const float all = name_w + ui.px(2 * bits_group) + step * count;
  const float left = std::round(place.x + std::max(0.0F, (place.w - all) / 2));
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto x_of = [&](const Side& side, std::size_t n) {
    const bool col = side.boxes[n].of_col;
    return left + name_w + ui.px(bits_group * (col ? 2.0F : 1.0F)) + step * static_cast<float>(n);
  };
  const auto y_of = [&](std::size_t s) { return place.y + static_cast<float>(s) * ui.px(bits_box_h + bits_between); };
  for (const Move& move : moves_) {
    const ImU32 ink = bit_color(ui.document.theme, move.bit.of == BitName::Of::Tid, move.bit.bit);
    const ImVec2 from(x_of(sides_[0], move.from) + box_w / 2, y_of(0) + ui.px(bits_box_h));
    const ImVec2 to(x_of(sides_[1], move.to) + box_w / 2, y_of(1));
    draw.AddLine(from, to, ink, 1.5F * ui.scale);
  }
  for (std::size_t s = 0; s < 2; ++s) {
    const Side& side = sides_[s];
    const float y = y_of(s),
                text_y = std::round(y + ui.px(bits_box_h) / 2 - text_size(ui, ui.fonts.mono, bits_text, "t").y / 2);
    put_text_cut(ui, ui.fonts.sans, name_size, {left, y + ui.px(2)}, name_w, ui.colors.dim, side.name);
    for (std::size_t n = 0; n < side.boxes.size(); ++n) {
      const Box& box = side.boxes[n];
      const float x = x_of(side, n);
      const bool first = n == 0 || side.boxes[n - 1].of_col != box.of_col;
      if (first)
        put_text(ui, ui.fonts.mono, bits_text, {x - ui.px(30), text_y}, ui.colors.dim, box.of_col ? "col" : "row");
      const ImU32 ink = color_of(ui, box);
      const ImVec2 low(x, y), high(x + box_w, y + ui.px(bits_box_h));
      if (box.changed)
        draw.AddRectFilled(low, high, (ink & ~IM_COL32_A_MASK) | (changed_alpha << IM_COL32_A_SHIFT), ui.px(4));
      draw.AddRect(low, high, box.changed ? ink : ui.colors.border, ui.px(4), (box.changed ? 1.6F : 1.0F) * ui.scale);
      const float wide = text_size(ui, ui.fonts.mono, bits_text, box.label).x;
      put_text(ui, ui.fonts.mono, bits_text, {std::round(x + (box_w - wide) / 2), text_y}, ink, box.label);
    }
  }
}

}  // namespace tcviz::inline app_ui
