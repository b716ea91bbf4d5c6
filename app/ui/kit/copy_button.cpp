#include "app/ui/kit/copy_button.hpp"

namespace tcviz::inline app_ui {

bool put_copy_button(const Ui& ui, const char* id, float right, float middle, const char* tip) {
  const float side = ui.px(18), sheet = ui.px(8);
  const ImVec2 low(right - side, middle - side / 2);
  ImGui::SetCursorScreenPos(low);
  const bool pressed = ImGui::InvisibleButton(id, {side, side}, ImGuiButtonFlags_EnableNav);
  ImGui::SetItemTooltip("%s", tip);
  const ImU32 color = ImGui::IsItemActive()    ? ui.colors.accent
                      : ImGui::IsItemHovered() ? ui.colors.text
                                               : ui.colors.faint;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float x = low.x + ui.px(3), y = low.y + ui.px(3), off = ui.px(4);
  draw.AddRect({x + off, y}, {x + off + sheet, y + sheet}, color, ui.px(1), ui.line());
  draw.AddRectFilled({x, y + off}, {x + sheet, y + off + sheet}, ui.colors.panel, ui.px(1));
  draw.AddRect({x, y + off}, {x + sheet, y + off + sheet}, color, ui.px(1), ui.line());
  return pressed;
}

}  // namespace tcviz::inline app_ui
