#include "app/ui/window/start_panel.hpp"

#include "app/session/whole/action.hpp"
#include "app/session/whole/first_steps.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

constexpr float card_padding = 14, card_gap = 8, title_size = 15.5F, text_points = 13;

void press(const Ui& ui, const FirstStep& step) {
  for (Action& action : step.actions(ui.document)) ui.push(std::move(action));
}

// Draws a card that is as high as its texts.
void draw_first_step(const Ui& ui, const FirstStep& step) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float pad = ui.px(card_padding), width = ImGui::GetContentRegionAvail().x, wide = width - 2 * pad;
  const float text_y = at.y + ui.px(13) + wrapped_height(ui, ui.fonts.sans, title_size, wide, step.title);
  const ImVec2 high(at.x + width, text_y + wrapped_height(ui, ui.fonts.sans, text_points, wide, step.text) + ui.px(10));
  ImGui::PushID(step.id.data());
  if (ImGui::InvisibleButton("##card", {width, high.y - at.y}, ImGuiButtonFlags_EnableNav)) press(ui, step);
  ImGui::PopID();
  const bool hot = ImGui::IsItemHovered() || (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(at, high, hot ? ui.colors.field_hover : ui.colors.field, ui.px(7));
  draw.AddRect(at, high, hot ? ui.colors.accent : ui.colors.border, ui.px(7), ui.line());
  const auto put = [&](float points, float y, ImU32 color, std::string_view text) {
    draw.AddText(ui.fonts.sans, points * ui.scale, {at.x + pad, y}, color, text.data(), text.data() + text.size(),
                 wide);
  };
  put(title_size, at.y + ui.px(9), ui.colors.text, step.title);
  put(text_points, text_y, ui.colors.dim, step.text);
}

}  // namespace

// Draws the first steps. Enter presses the first card, Esc closes the panel: a user who knows no other key does not get
// lost.
void StartPanel::draw(const Ui& ui) {
  if (begin_panel(ui, "First steps###start")) {
    if (ImGui::IsWindowAppearing()) ImGui::SetWindowFocus();
    heading(ui, "How to begin");
    ImGui::SameLine();
    const float close = text_size(ui, ui.fonts.sans, 13, "Close").x + ui.px(16);
    ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - close);
    ImGui::PushFont(ui.fonts.sans, 13);
    if (ImGui::Button("Close")) ui.push(ShowView{ViewId::Start, false});
    ImGui::PopFont();
    explain(ui, "Help > First steps brings it back.", "Esc");
    wrapped(ui, ui.colors.dim,
            "Which thread holds which element of a tensor-core fragment. Look one up, check your formula, or open your "
            "kernel.");
    ImGui::Dummy({0, ui.px(4)});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, ui.px(card_gap)});
    for (const FirstStep& step : first_steps()) draw_first_step(ui, step);
    ImGui::PopStyleVar();
    const bool ours = ImGui::IsWindowFocused() && !ImGui::GetIO().NavVisible && !ImGui::GetIO().WantTextInput;
    if (ours && (ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false)))
      press(ui, first_steps().front());
  }
  end_panel();
}

}  // namespace tcviz::inline app_ui
