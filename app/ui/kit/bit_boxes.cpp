#include "app/ui/kit/bit_boxes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "app/session/whole/document.hpp"

namespace tcviz::inline app_ui {
namespace {

// Sizes in points.
constexpr float bit_boxes_name_width = 40, value_width = 40, widest = 27, narrowest = 13, bit_boxes_box_height = 20,
                bit_boxes_box_gap = 3;
constexpr float label_size = 10.5F, label_height = 12, row_gap = 5;
constexpr ImU32 set_alpha = 52;

ImU32 bit_color(Theme theme, BitName bit) { return bit_color(theme, bit.of == BitName::Of::Tid, bit.bit); }

int bits_for(int count) { return std::bit_width(static_cast<unsigned>(count) - 1); }

BitBoxes::Box input_box(BitName name, int value) { return {(value >> name.bit & 1) != 0, {name}, {name_of(name)}}; }

BitBoxes::Row input_row(const char* name, BitName::Of of, int bits, int value) {
  BitBoxes::Row row{name, fmt::format("{}", value), {}, 1};
  for (int bit = bits - 1; bit >= 0; --bit) row.boxes.push_back(input_box({of, bit}, value));
  return row;
}

// Returns "t1", "^i0" and "^1"; "0" or "1" for a bit that never changes.
std::vector<std::string> labels_of(const BitSum& sum) {
  std::vector<std::string> labels;
  for (const BitName& source : sum.sources) labels.push_back((labels.empty() ? "" : "^") + name_of(source));
  if (labels.empty()) return {sum.flipped ? "=1" : "=0"};
  if (sum.flipped) labels.emplace_back("^1");
  return labels;
}

BitBoxes::Row output_row(const char* name, const std::vector<BitSum>& sums, int bits, int value) {
  BitBoxes::Row row{name, fmt::format("{}", value), {}, 0};
  for (int bit = bits - 1; bit >= 0; --bit) {
    BitBoxes::Box box{(value >> bit & 1) != 0, {}, {}};
    if (!sums.empty()) {
      box.sources = sums[static_cast<std::size_t>(bit)].sources;
      box.labels = labels_of(sums[static_cast<std::size_t>(bit)]);
    }
    row.lines = std::max(row.lines, box.labels.size());
    row.boxes.push_back(std::move(box));
  }
  return row;
}

}  // namespace

void BitBoxes::follow(const Layout& layout) {
  table_ = bit_table(layout);
  note_ = table_.reason.empty() ? "" : "not linear over GF(2): " + table_.reason;
  rows_.clear();
}

void BitBoxes::show(const Layout& layout, Slot slot, Element element) {
  rows_.clear();
  rows_.push_back(input_row("tid", BitName::Of::Tid, table_.tid_bits, slot.tid));
  rows_.push_back(input_row("i", BitName::Of::I, table_.i_bits, slot.i));
  rows_.push_back(output_row("row", table_.row, bits_for(layout.rows()), element.row));
  rows_.push_back(output_row("col", table_.col, bits_for(layout.cols()), element.col));
}

void BitBoxes::draw(const Ui& ui) const {
  for (const Row& row : rows_) draw_row(ui, row);
  if (!note_.empty()) wrapped(ui, ui.colors.warn, note_);
}

void BitBoxes::draw_row(const Ui& ui, const Row& row) const {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x - ui.px(bit_boxes_name_width + value_width);
  const auto count = static_cast<float>(std::max<std::size_t>(row.boxes.size(), 1));
  const float step =
      std::clamp(std::floor(room / count), ui.px(narrowest + bit_boxes_box_gap), ui.px(widest + bit_boxes_box_gap));
  const ImVec2 box(step - ui.px(bit_boxes_box_gap), ui.px(bit_boxes_box_height));
  const float text_y = at.y + (box.y - text_size(ui, ui.fonts.mono, 13.5F, row.name).y) / 2;
  put_text(ui, ui.fonts.mono, 13.5F, {at.x, text_y}, ui.colors.dim, row.name);
  put_text(ui, ui.fonts.mono, 13.5F, {at.x + ui.px(bit_boxes_name_width), text_y}, ui.colors.text, row.value);
  float x = at.x + ui.px(bit_boxes_name_width + value_width);
  for (const Box& one : row.boxes) {
    draw_box(ui, one, {x, at.y}, box);
    x += step;
  }
  const float labels = ui.px(label_height) * static_cast<float>(row.lines);
  ImGui::Dummy({0, box.y + labels + ui.px(row_gap)});
}

void BitBoxes::draw_box(const Ui& ui, const Box& box, ImVec2 low, ImVec2 size) const {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 high(low.x + size.x, low.y + size.y);
  const auto color = [&](std::size_t source) { return bit_color(ui.document.theme, box.sources[source]); };
  const std::size_t parts = std::max<std::size_t>(box.sources.size(), 1);
  const float part = size.x / static_cast<float>(parts);
  for (std::size_t s = 0; s < parts; ++s) {  // each source has its part of the frame
    const ImU32 ink = box.sources.empty() ? ui.colors.border : color(s);
    const float left = low.x + part * static_cast<float>(s);
    draw.PushClipRect({s == 0 ? left - 1 : left, low.y - 1}, {s + 1 == parts ? high.x + 1 : left + part, high.y + 1},
                      true);
    if (box.set) draw.AddRectFilled(low, high, (ink & ~IM_COL32_A_MASK) | set_alpha << IM_COL32_A_SHIFT, ui.px(4));
    draw.AddRect(low, high, ink, ui.px(4), 1.4F * ui.scale);
    draw.PopClipRect();
  }
  const std::string_view digit = box.set ? "1" : "0";
  const ImVec2 text = text_size(ui, ui.fonts.mono, 13.5F, digit);
  const ImU32 ink = parts == 1 && !box.sources.empty() ? color(0) : ui.colors.text;
  put_text(ui, ui.fonts.mono, 13.5F, {low.x + (size.x - text.x) / 2, low.y + (size.y - text.y) / 2}, ink, digit);
  for (std::size_t l = 0; l < box.labels.size(); ++l) {
    const ImVec2 extent = text_size(ui, ui.fonts.mono, label_size, box.labels[l]);
    const float y = high.y + ui.px(label_height) * static_cast<float>(l) + ui.px(1);
    put_text(ui, ui.fonts.mono, label_size, {low.x + (size.x - extent.x) / 2, y},
             l < box.sources.size() ? color(l) : ui.colors.dim, box.labels[l]);
  }
}

}  // namespace tcviz::inline app_ui
