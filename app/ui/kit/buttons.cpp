#include "app/ui/kit/buttons.hpp"

namespace tcviz::inline app_ui {

float sign_width() { return ImGui::GetFrameHeight() * 1.15F; }

bool sign_button(const Ui& ui, const char* id, Sign sign, std::string_view what, std::string_view keys) {
  const bool pressed = ImGui::Button(id, {sign_width(), ImGui::GetFrameHeight()});
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const ImVec2 m((low.x + high.x) / 2, (low.y + high.y) / 2);
  const float r = 4.6F * ui.scale;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 color = ui.colors.text;
  const float turn = sign == Sign::Back ? -1 : 1;
  if (sign == Sign::Pause) {
    list.AddRectFilled({m.x - r * 0.8F, m.y - r}, {m.x - r * 0.2F, m.y + r}, color);
    list.AddRectFilled({m.x + r * 0.2F, m.y - r}, {m.x + r * 0.8F, m.y + r}, color);
  } else {
    const float tip = sign == Sign::Play ? r : r * 0.7F;
    list.AddTriangleFilled({m.x - turn * r * 0.7F, m.y - r}, {m.x + turn * tip, m.y}, {m.x - turn * r * 0.7F, m.y + r},
                           color);
    if (sign != Sign::Play)
      list.AddRectFilled({m.x + turn * r * 1.2F - ui.px(1), m.y - r}, {m.x + turn * r * 1.2F + ui.px(1), m.y + r},
                         color);
  }
  explain(ui, what, keys);
  return pressed;
}

bool put_copy_button(const Ui& ui, const char* id, float right, float middle, const char* tip) {
  const float side = ui.px(18), sheet = ui.px(8);
  const ImVec2 low(right - side, middle - side / 2);
  ImGui::SetCursorScreenPos(low);
  const bool pressed = ImGui::InvisibleButton(id, {side, side}, ImGuiButtonFlags_EnableNav);
  explain(ui, tip);
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
