// The parameters of an image, the shown element, and the command that prints the same.
#include <array>
#include <cmath>

#include "app/session/whole/action.hpp"
#include "app/ui/kit/buttons.hpp"
#include "app/ui/kit/segments.hpp"
#include "app/ui/shared_memory/smem_panel.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr float smem_name_width = 92, smem_number_width = 84;  // points

void smem_name(const Ui& ui, const char* text, const char* tip) {
  ImGui::AlignTextToFramePadding();
  label(ui, ui.colors.dim, text);
  explain(ui, tip);
  ImGui::SameLine(ui.px(smem_name_width));
}

template <std::size_t Count>
std::optional<std::size_t> smem_row(const Ui& ui, const char* name, const char* tip, std::array<Segment, Count> rows,
                                    std::size_t now) {
  smem_name(ui, name, tip);
  rows.at(now).chosen = true;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(name);
  const auto pressed = draw_segments(ui, at, rows, true);
  ImGui::PopID();
  ImGui::SetCursorScreenPos({at.x, at.y});
  ImGui::Dummy({1, ui.px(segments_height)});
  return pressed;
}

constexpr std::array<Segment, 4> smem_swizzle_rows = {{{"none", "none", "Core matrices of 8 rows of 16 bytes"},
                                                       {"32B", "32B", "Chunks of 16 bytes exchanged within 32"},
                                                       {"64B", "64B", "Within 64 bytes"},
                                                       {"128B", "128B", "Within 128 bytes, as most kernels use"}}};
constexpr std::array<Segment, 2> smem_major_rows = {
    {{"K", "K", "Elements side by side along k"}, {"MN", "MN", "Elements side by side along the rows"}}};
constexpr std::array<Segment, 3> smem_bits_rows = {
    {{"8", "8", "FP8, INT8"}, {"16", "16", "FP16, BF16"}, {"32", "32", "TF32"}}};

}  // namespace

void SmemPanel::draw_image_page(const Ui& ui) {
  SmemImage image = ui.document.task<SmemState>().image;
  const float wide = ui.px(smem_number_width);
  heading(ui, "The tile");
  if (const auto n = smem_row(ui, "swizzle", "Which bits of the address are exchanged", smem_swizzle_rows,
                              static_cast<std::size_t>(image.swizzle)))
    image.swizzle = static_cast<Swizzle>(*n);
  if (const auto n =
          smem_row(ui, "major", "What lies side by side", smem_major_rows, static_cast<std::size_t>(image.major)))
    image.major = static_cast<Major>(*n);
  if (const auto n = smem_row(ui, "bits", "Of an element", smem_bits_rows,
                              image.bits == 8    ? std::size_t{0}
                              : image.bits == 16 ? std::size_t{1}
                                                 : std::size_t{2}))
    image.bits = 8 << *n;
  smem_name(ui, "rows, cols", "Rows are m or n, columns are k: up to 512 of each.");
  if (const auto n = rows_.draw(ui, "##rows", static_cast<std::uint64_t>(image.rows), wide, {false, most_smem_size}))
    image.rows = static_cast<int>(*n);
  ImGui::SameLine(0, ui.px(6));
  if (const auto n = cols_.draw(ui, "##cols", static_cast<std::uint64_t>(image.cols), wide, {false, most_smem_size}))
    image.cols = static_cast<int>(*n);
  ImGui::Dummy({0, ui.px(4)});
  heading(ui, "In bytes");
  const auto offset = [&](const char* name, const char* id, const char* tip, NumberField& field,
                          std::optional<std::int64_t>& value) {
    smem_name(ui, name, tip);
    const std::optional<std::uint64_t> now =
        value ? std::optional<std::uint64_t>(static_cast<std::uint64_t>(*value)) : std::nullopt;
    const NumberField::Typed typed =
        field.draw_optional(ui, id, "packed", now, 2 * wide + ui.px(6), {false, shared_window});
    if (!typed.edited) return;
    value = typed.number ? std::optional<std::int64_t>(static_cast<std::int64_t>(*typed.number)) : std::nullopt;
  };
  offset("LBO", "##lbo", "Leading dimension byte offset; empty: atoms lie side by side.", lbo_, image.lbo);
  offset("SBO", "##sbo", "Stride dimension byte offset; empty: atoms lie side by side.", sbo_, image.sbo);
  smem_name(ui, "start", "Where the tile begins in shared memory: 1024 or 0x400.");
  const float whole = 2 * wide + ui.px(6);
  if (const auto n = start_.draw(ui, "##start", static_cast<std::uint64_t>(image.start), whole, {false, shared_window}))
    image.start = static_cast<std::int64_t>(*n);
  smem_name(ui, "base offset", "Of the descriptor, 0 to 7: where the swizzle's pattern begins.");
  if (const auto n = base_.draw(ui, "##base", static_cast<std::uint64_t>(image.base), whole, {false, 7}))
    image.base = static_cast<int>(*n);
  if (image != ui.document.task<SmemState>().image) ui.push(SmemAction(SetSmemImage{image}));
  rule(ui);
  draw_marked(ui);
}

void SmemPanel::draw_marked(const Ui& ui) const {
  const bool elements = view_.map() != nullptr && view_.map()->down() > 0;
  if (view_.marked().empty() && elements)
    wrapped(ui, ui.colors.dim, "Point at a cell to see where its element lies; press to keep it.");
  for (std::size_t n = 0; n < view_.marked().size(); ++n) {
    if (n == 0) mono(ui, ui.colors.accent, view_.marked()[n]);
    if (n > 0) label(ui, ui.colors.text, view_.marked()[n]);
  }
  if (elements) rule(ui);
  label(ui, ui.colors.dim, "As a command");
  copy_button(ui, "##copy", "Copies the command.", [&] { return view_.command(); });
  ImGui::PushFont(ui.fonts.mono, 12);
  ImGui::PushStyleColor(ImGuiCol_Text, ui.colors.text);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(view_.command().data(), view_.command().data() + view_.command().size());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

}  // namespace tcviz::inline app_ui
