// The 64 bits of a descriptor: boxes that are toggled, fields that are typed, and a second one to compare with.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/scene/easel/palette.hpp"
#include "app/session/whole/action.hpp"
#include "app/ui/kit/segments.hpp"
#include "app/ui/shared_memory/smem_panel.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr int bits_in_row = 16, bit_rows = 4;
constexpr float smem_bit_height = 21, smem_bit_number = 12;  // points
constexpr std::array<Segment, 2> smem_form_rows = {
    {{"sm_90", "sm_90", "wgmma, asked on an H200"}, {"sm_100", "sm_100", "tcgen05, as documented"}}};
constexpr std::array<Segment, 2> smem_operand_rows = {{{"A", "A", "64 rows of m"}, {"B", "B", "n rows"}}};
constexpr std::array<Segment, 2> smem_use_major_rows = {
    {{"K", "K", "K-major"}, {"MN", "MN", "MN-major, of 16 bits only"}}};
constexpr std::array<Segment, 2> smem_sparse_rows = {
    {{"dense", "dense", "A dense product"}, {"sparse", "sparse", "A 2:4 sparse product"}}};

// Returns the place of a bit's field in the table; none if it belongs to no field.
std::optional<std::size_t> field_of_bit(std::span<const SmemFieldLine> fields, int bit) {
  for (std::size_t n = 0; n < fields.size(); ++n)
    if (bit >= fields[n].field.low && bit <= fields[n].field.high) return n;
  return std::nullopt;
}

// Returns a colour of a field; in print, fills differ by hatches, for which boxes are too small.
Color field_fill(const Ui& ui, std::size_t n) {
  const Palette palette = ui.document.palette == Palette::Print ? Palette::Safe : ui.document.palette;
  return category_paint(palette, static_cast<int>(n) % category_count).fill;
}
ImU32 field_color(const Ui& ui, std::size_t n) {
  const Color c = field_fill(ui, n);
  return IM_COL32(c.r, c.g, c.b, 255);
}
ImU32 digit_color(const Ui& ui, std::size_t n) {
  const Color c = label_color(field_fill(ui, n));
  return IM_COL32(c.r, c.g, c.b, 255);
}

template <std::size_t Count>
std::optional<std::size_t> smem_pair(const Ui& ui, const char* id, std::array<Segment, Count> rows, std::size_t now) {
  rows.at(now).chosen = true;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(id);
  const auto pressed = draw_segments(ui, at, rows, true);
  ImGui::PopID();
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({segments_width(ui, rows, true), ui.px(segments_height)});
  return pressed;
}

}  // namespace

void SmemPanel::draw_descriptor_page(const Ui& ui) {
  SmemDescriptor d = ui.document.task<SmemState>().descriptor;
  const float wide = ImGui::GetContentRegionAvail().x;
  if (const auto n = smem_pair(ui, "form", smem_form_rows, static_cast<std::size_t>(d.form)))
    d.form = static_cast<DescriptorForm>(*n);
  ImGui::Dummy({0, ui.px(2)});
  if (const auto bits = bits_.draw(ui, "##bits", d.bits, wide, {true})) d.bits = *bits;
  explain(ui, "The 64 bits: paste a number, 0x4000004000010040.");
  const NumberField::Typed typed =
      other_.draw_optional(ui, "##other", "another one, to compare", d.other, wide, {true});
  if (typed.edited) d.other = typed.number;
  if (!view_.difference().empty()) wrapped(ui, ui.colors.warn, view_.difference());
  ImGui::Dummy({0, ui.px(3)});
  draw_bits(ui, d);
  draw_fields(ui, d);
  rule(ui);
  draw_use(ui, d);
  for (const std::string& note : view_.notes()) wrapped(ui, ui.colors.dim, note);
  for (const std::string& warning : view_.warnings()) wrapped(ui, ui.colors.warn, warning);
  if (d != ui.document.task<SmemState>().descriptor) ui.push(SmemAction(SetSmemDescriptor{d}));
  rule(ui);
  draw_marked(ui);
}

// Draws bit 63 first, sixteen in a row. A press toggles one; a bar below each has the colour of its field.
void SmemPanel::draw_bits(const Ui& ui, SmemDescriptor& d) const {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float step = std::floor((ImGui::GetContentRegionAvail().x - ui.px(2)) / bits_in_row);
  const float high = ui.px(smem_bit_height), row_high = high + ui.px(smem_bit_number + 3);
  ImGui::PushID("bits");
  for (int n = 0; n < bits_in_row * bit_rows; ++n) {
    const int bit = 63 - n;
    const ImVec2 low(at.x + step * static_cast<float>(n % bits_in_row),
                     at.y + row_high * static_cast<float>(n / bits_in_row));
    const ImVec2 end(low.x + step - ui.px(2), low.y + high);
    const bool set = (d.bits >> bit & 1) != 0, differs = d.other && ((*d.other ^ d.bits) >> bit & 1) != 0;
    const auto field = field_of_bit(view_.fields(), bit);
    ImGui::SetCursorScreenPos(low);
    ImGui::PushID(bit);
    if (ImGui::InvisibleButton("##bit", {end.x - low.x, end.y - low.y}, ImGuiButtonFlags_EnableNav))
      d.bits ^= std::uint64_t{1} << bit;
    ImGui::PopID();
    const bool hot = ImGui::IsItemHovered();
    explain_made(
        ui, [&] { return fmt::format("bit {}: {}", bit, field ? view_.fields()[*field].field.name : "of no field"); });
    const ImU32 ink = field ? field_color(ui, *field) : ui.colors.faint;
    if (set) draw.AddRectFilled(low, end, field ? ink : ui.colors.warn_soft, ui.px(3));
    if (!set) draw.AddRectFilled(low, end, ui.colors.field, ui.px(3));
    draw.AddRect(low, end,
                 differs ? ui.colors.bad
                 : hot   ? ui.colors.text
                         : ui.colors.border,
                 ui.px(3), 0, differs ? 2.4F * ui.scale : ui.line());
    draw.AddRectFilled({low.x, end.y + ui.px(1)}, {end.x + (bit % bits_in_row == 0 ? 0 : ui.px(2)), end.y + ui.px(3)},
                       field ? ink : ui.colors.field);
    const std::string_view digit = set ? "1" : "0";
    const ImVec2 extent = text_size(ui, ui.fonts.mono, 12.5F, digit);
    const ImU32 on = field ? digit_color(ui, *field) : ui.colors.text;
    put_text(ui, ui.fonts.mono, 12.5F, {(low.x + end.x - extent.x) / 2, (low.y + end.y - extent.y) / 2},
             set ? on : ui.colors.dim, digit);
    if (bit % 8 != 7 && bit % 8 != 0) continue;
    std::array<char, 4> number{};
    const auto written = fmt::format_to_n(number.data(), number.size(), "{}", bit);
    put_text(ui, ui.fonts.mono, 10, {low.x + ui.px(1), end.y + ui.px(3)}, ui.colors.dim, {number.data(), written.size});
  }
  ImGui::PopID();
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({1, row_high * bit_rows + ui.px(2)});
}

// Draws a line for each field: its colour, name and bits, the number in its unit, and its meaning.
void SmemPanel::draw_fields(const Ui& ui, SmemDescriptor& d) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  for (std::size_t n = 0; n < view_.fields().size() && n < fields_.size(); ++n) {
    const SmemFieldLine& line = view_.fields()[n];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw.AddRectFilled({at.x, at.y + ui.px(4)}, {at.x + ui.px(4), at.y + ui.px(20)}, field_color(ui, n), ui.px(2));
    ImGui::PushID(static_cast<int>(n));
    ImGui::SetCursorScreenPos({at.x + ui.px(10), at.y});
    ImGui::AlignTextToFramePadding();
    label(ui, line.read ? ui.colors.text : ui.colors.faint, line.field.name);
    explain(ui, fmt::format("bits {} to {}: {}", line.field.low, line.field.high, line.field.meaning));
    ImGui::SameLine(ui.px(96));
    const std::uint64_t most = (std::uint64_t{1} << (line.field.high - line.field.low + 1)) - 1;
    if (const auto number =
            fields_[n].draw(ui, "##value", static_cast<std::uint64_t>(line.value), ui.px(62), {false, most}))
      d.bits = (d.bits & ~(most << line.field.low)) | *number << line.field.low;
    ImGui::SameLine(0, ui.px(8));
    ImGui::AlignTextToFramePadding();
    const std::string& said = line.read ? line.text : line.note;
    label(ui,
          line.differs ? ui.colors.bad
          : line.read  ? ui.colors.dim
                       : ui.colors.faint,
          line.field.unit > 1 || !line.read ? std::string_view(said) : std::string_view());
    ImGui::PopID();
  }
}

// Draws the choice of the instruction that reads the descriptor.
void SmemPanel::draw_use(const Ui& ui, SmemDescriptor& d) {
  if (begin_choice(ui, "##type", descriptor_types()[d.type].data(), ui.px(72), 0)) {
    for (std::size_t t = 0; t < descriptor_types().size(); ++t)
      if (ImGui::Selectable(descriptor_types()[t].data(), t == d.type)) d.type = t;
    ImGui::EndCombo();
  }
  explain(ui, "The type of the instruction's operands.");
  ImGui::SameLine(0, ui.px(6));
  if (const auto n = smem_pair(ui, "operand", smem_operand_rows, d.is_a ? 0 : 1)) d.is_a = *n == 0;
  ImGui::SameLine(0, ui.px(6));
  if (const auto n = smem_pair(ui, "major", smem_use_major_rows, static_cast<std::size_t>(d.major)))
    d.major = static_cast<Major>(*n);
  if (const auto n = smem_pair(ui, "sparse", smem_sparse_rows, d.sparse ? 1 : 0)) d.sparse = *n == 1;
  if (d.is_a) return;
  ImGui::SameLine(0, ui.px(8));
  ImGui::AlignTextToFramePadding();
  label(ui, ui.colors.dim, "n");
  ImGui::SameLine(0, ui.px(6));
  if (const auto n = n_.draw(ui, "##n", static_cast<std::uint64_t>(d.n), ui.px(56), {false, 256}))
    d.n = static_cast<int>(*n);
}

}  // namespace tcviz::inline app_ui
