#include "app/ui/kit/sign_button.hpp"

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

}  // namespace tcviz::inline app_ui
