#include "app/ui/kit/card.hpp"

#include <algorithm>

#include "imgui_internal.h"

namespace tcviz::inline app_ui {

ImVec2 place_card(const Ui& ui, const Box& target, ImVec2 card) {
  const ImGuiViewport& view = *ImGui::GetMainViewport();
  const float gap = ui.px(14), right = view.Pos.x + view.Size.x, bottom = view.Pos.y + view.Size.y;
  const float y = std::clamp((target.low.y + target.high.y - card.y) / 2, view.Pos.y + gap, bottom - card.y - gap);
  const bool flat = target.high.y - target.low.y < card.y / 2;  // no panel: the card hangs below it
  if (flat) return {std::max(view.Pos.x + gap, target.high.x - card.x), target.high.y + gap};
  if (target.high.x + gap + card.x + gap < right) return {target.high.x + gap, y};
  if (target.low.x - gap - card.x > view.Pos.x + gap) return {target.low.x - gap - card.x, y};
  const float x = std::clamp((target.low.x + target.high.x - card.x) / 2, view.Pos.x + gap, right - card.x - gap);
  if (target.high.y + gap + card.y + gap < bottom) return {x, target.high.y + gap};
  return {x, std::max(view.Pos.y + gap, bottom - card.y - ui.px(60))};
}

void outline_target(const Ui& ui, const Box& target) {
  const float in = ui.px(2);
  ImGui::GetForegroundDrawList()->AddRect({target.low.x + in, target.low.y + in},
                                          {target.high.x - in, target.high.y - in}, ui.colors.accent, ui.px(7),
                                          2 * ui.line());
}

void begin_card(const Ui& ui, const char* id) {
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ui.colors.panel);
  ImGui::PushStyleColor(ImGuiCol_Border, ui.colors.accent);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(16), ui.px(14)});
  ImGui::Begin(id, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNavInputs);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
  ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
}

}  // namespace tcviz::inline app_ui
