// The C tile as a map of bits, with the values of the object under the pointer.
#include <algorithm>
#include <cmath>

#include "app/session/whole/document.hpp"
#include "app/ui/maxas/maxas_pane.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr float row_names = 48, most_row = 19;  // points

ImU32 color_of(const MaxasPane& pane, const MaxasBit& bit) {
  const Ui& ui = pane.ui;
  if (bit.from == "-") return ui.colors.faint;
  const int number = bit.from.back() - '0';
  const bool warp = bit.from.find("warp") != std::string::npos;
  return bit_color(ui.document.theme, !bit.of_register, number + (warp ? 5 : 0));
}

}  // namespace

void draw_maxas_bits(MaxasPane& pane) {
  const Ui& ui = pane.ui;
  const MaxasView& view = pane.view;
  const auto count = static_cast<float>(view.bits.size());
  const float names = ui.px(row_names), row = std::min(ui.px(most_row), (pane.room.h - ui.px(2)) / 4.6F);
  const float cell = std::min((pane.room.w - names) / count, ui.px(62));
  const std::array<std::string_view, 3> rows{"bit", "from", "now"};
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const float y = pane.room.y + row * static_cast<float>(r);
    put_text(ui, ui.fonts.sans, 11.5F, {pane.room.x, y}, ui.colors.dim, rows[r]);
  }
  for (std::size_t b = 0; b < view.bits.size(); ++b) {
    const MaxasBit& bit = view.bits[b];
    const float x = pane.room.x + names + cell * static_cast<float>(b);
    const Rect top{x, pane.room.y, cell - ui.line(), row - ui.line()};
    const Rect from{x, pane.room.y + row, cell - ui.line(), row - ui.line()};
    const Rect now{x, pane.room.y + 2 * row, cell - ui.line(), row - ui.line()};
    pane.centered(top, ui.fonts.mono, 11.5F, ui.colors.dim, bit.name);
    pane.fill(from, ui.colors.field);
    if (!pane.centered(from, ui.fonts.mono, 11.5F, color_of(pane, bit), bit.from))
      pane.centered(from, ui.fonts.mono, 10, color_of(pane, bit), view.short_bits[b]);
    if (b < view.bit_values.size())
      pane.centered(now, ui.fonts.mono, 11.5F, ui.colors.text, view.bit_values[b] ? "1" : "0");
  }
  const float half = count / 2;
  pane.fill({std::round(pane.room.x + names + cell * half) - ui.line(), pane.room.y, ui.line(), 3 * row},
            ui.colors.faint);
  ImGui::SetCursorScreenPos({pane.room.x, pane.room.y + 3 * row + ui.px(3)});
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + pane.room.w);
  const float left = pane.room.y + pane.room.h - ImGui::GetCursorScreenPos().y;
  ImGui::PushClipRect({pane.room.x, pane.room.y}, {pane.room.x + pane.room.w, pane.room.y + pane.room.h}, true);
  if (left > ui.px(12)) {
    ImGui::PushFont(ui.fonts.sans, 12);
    ImGui::PushStyleColor(ImGuiCol_Text, ui.colors.dim);
    ImGui::TextUnformatted(view.bits_remark.c_str());
    ImGui::PopStyleColor();
    ImGui::PopFont();
  }
  ImGui::PopClipRect();
  ImGui::PopTextWrapPos();
}

}  // namespace tcviz::inline app_ui
