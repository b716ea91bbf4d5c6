#include "app/ui/formula/bit_ways.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/session/whole/document.hpp"

namespace tcviz::inline app_ui {
namespace {

// Sizes in points.
constexpr float name_width = 32, box_width = 44, box_height = 20, box_gap = 3, least_box = 24, number_height = 13;
constexpr float number_size = 10.5F;
constexpr std::size_t most_colors = 12;

ImU32 color_of(Theme theme, BitName bit) { return bit_color(theme, bit.of == BitName::Of::Tid, bit.bit); }

// Returns "t2"; "t4..t2" for neighbours.
std::string run_text(std::string_view name, int low, int high) {
  return low == high ? fmt::format("{}{}", name, low) : fmt::format("{}{}..{}", name, high, low);
}

// Returns "i1 to row 3, t4..2 to row 2..0".
std::string ways_text(const FormulaTerm& term) {
  if (term.ways.empty()) return "the same in every slot";
  std::string text;
  for (std::size_t n = 0; n < term.ways.size();) {
    const BitWay& first = term.ways[n];
    std::size_t end = n + 1;
    const auto goes_on = [&](const BitWay& way, int by) {
      return way.from == BitName{first.from.of, first.from.bit + by} && way.to_row == first.to_row &&
             way.to == first.to + by;
    };
    while (end < term.ways.size() && goes_on(term.ways[end], static_cast<int>(end - n))) ++end;
    const int more = static_cast<int>(end - n) - 1;
    text += fmt::format("{}{} to {}", text.empty() ? "" : ", ",
                        run_text(first.from.of == BitName::Of::Tid ? "t" : "i", first.from.bit, first.from.bit + more),
                        run_text(first.to_row ? "row " : "col ", first.to, first.to + more));
    n = end;
  }
  return term.plain ? text : text + ", and not bit by bit";
}

BitWays::Term shown(const FormulaTerm& term) {
  BitWays::Term row{term.field, term.range, term.text, ways_text(term), {}};
  for (const BitWay& way : term.ways)
    if (std::find(row.sources.begin(), row.sources.end(), way.from) == row.sources.end())
      row.sources.push_back(way.from);
  std::reverse(row.sources.begin(), row.sources.end());  // as masks are read, the highest first
  return row;
}

}  // namespace

void BitWays::follow(const Judged* judged, const Layout* layout) {
  rows_.clear();
  terms_.clear();
  note_.clear();
  const BitTable right = layout != nullptr ? bit_table(*layout) : BitTable{};
  const bool typed = judged != nullptr && (!judged->terms.row.empty() || !judged->terms.col.empty());
  if (typed) {
    add_row("row", judged->terms.row, right.row);
    add_row("col", judged->terms.col, right.col);
  } else if (layout != nullptr) {
    add_row("row", right.row, {});
    add_row("col", right.col, {});
    if (!right.reason.empty()) note_ = "No bit table: not linear over GF(2), " + right.reason;
  }
  if (judged == nullptr) return;
  for (const FormulaTerm& term : judged->terms.terms) terms_.push_back(shown(term));
}

void BitWays::add_row(const char* name, const std::vector<BitSum>& sums, const std::vector<BitSum>& right) {
  if (sums.empty()) return;
  Row row{name, {}};
  for (std::size_t bit = sums.size(); bit-- > 0;) {
    Box box{sums[bit].sources, describe(sums[bit]), ""};
    if (bit < right.size() && describe(right[bit]) != box.label) box.should = describe(right[bit]);
    row.boxes.push_back(std::move(box));
  }
  rows_.push_back(std::move(row));
}

void BitWays::draw(const Ui& ui) const {
  for (const Row& row : rows_) draw_row(ui, row);
  if (!note_.empty()) wrapped(ui, ui.colors.dim, note_, 12.5F);
  for (const Term& term : terms_) draw_term(ui, term);
}

// Draws a box for every bit: its source, and below it its number or the source that it should have.
void BitWays::draw_row(const Ui& ui, const Row& row) const {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto count = static_cast<float>(row.boxes.size());
  const float room = ImGui::GetContentRegionAvail().x - ui.px(name_width);
  const float step = std::clamp(std::floor(room / count), ui.px(least_box), ui.px(box_width + box_gap));
  put_text(ui, ui.fonts.mono, 13.5F, {at.x, at.y + ui.px(2)}, ui.colors.dim, row.name);
  float x = at.x + ui.px(name_width);
  std::size_t bit = row.boxes.size();
  for (const Box& box : row.boxes) {
    --bit;
    const ImVec2 low(x, at.y), high(x + step - ui.px(box_gap), at.y + ui.px(box_height));
    const bool wrong = !box.should.empty();
    const ImU32 ink = box.sources.size() == 1 ? color_of(ui.document.theme, box.sources[0]) : ui.colors.text;
    draw.AddRect(low, high,
                 wrong                 ? ui.colors.bad
                 : box.sources.empty() ? ui.colors.border
                                       : ink,
                 ui.px(4), 0, (wrong ? 2.0F : 1.4F) * ui.scale);
    const ImVec2 size = text_size(ui, ui.fonts.mono, 12.5F, box.label);
    const float text_x = std::max(low.x + ui.px(2), (low.x + high.x - size.x) / 2);
    put_text_cut(ui, ui.fonts.mono, 12.5F, {text_x, (low.y + high.y - size.y) / 2}, high.x - low.x - ui.px(4), ink,
                 box.label);
    std::array<char, 8> number{};
    const auto end = fmt::format_to_n(number.data(), number.size(), "{}", bit).out;
    const std::string_view below = wrong
                                       ? std::string_view(box.should)
                                       : std::string_view(number.data(), static_cast<std::size_t>(end - number.data()));
    const ImVec2 extent = text_size(ui, ui.fonts.mono, number_size, below);
    put_text(ui, ui.fonts.mono, number_size, {(low.x + high.x - extent.x) / 2, high.y + ui.px(1)},
             wrong ? ui.colors.good : ui.colors.faint, below);
    x += step;
  }
  ImGui::Dummy({room, ui.px(box_height + number_height + 4)});
}

void BitWays::draw_term(const Ui& ui, const Term& term) const {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x;
  // Its colours as a bar in front, one piece for each bit.
  const std::size_t pieces = std::max<std::size_t>(term.sources.size(), 1);
  const float height = ui.px(14) / static_cast<float>(pieces);
  for (std::size_t n = 0; n < pieces; ++n) {
    const ImU32 color = term.sources.empty() ? ui.colors.faint : color_of(ui.document.theme, term.sources[n]);
    const float y = at.y + ui.px(2) + height * static_cast<float>(n);
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, y}, {at.x + ui.px(4), y + height}, color);
  }
  const ImU32 ink = term.sources.size() == 1 ? color_of(ui.document.theme, term.sources[0]) : ui.colors.text;
  const float text = std::min(text_size(ui, ui.fonts.mono, 12.5F, term.text).x, room * 0.55F);
  put_text_cut(ui, ui.fonts.mono, 12.5F, {at.x + ui.px(10), at.y + ui.px(1)}, text + 1, ink, term.text);
  const float left = ui.px(10) + text + ui.px(12);
  put_text_cut(ui, ui.fonts.sans, 12.5F, {at.x + left, at.y + ui.px(1)}, room - left, ui.colors.dim, term.says);
  ImGui::Dummy({room, ui.px(18)});
}

void BitWays::underline(const Ui& ui, const CodeField& first, const CodeField& second) const {
  for (const Term& term : terms_) {
    std::array<ImU32, most_colors> colors{};
    const std::size_t count = std::min(term.sources.size(), most_colors);
    for (std::size_t n = 0; n < count; ++n) colors[n] = color_of(ui.document.theme, term.sources[n]);
    (term.field == 0 ? first : second).underline(ui, term.range, {colors.data(), count});
  }
}

}  // namespace tcviz::inline app_ui
