#include "app/ui/grids/pinned_line.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr const char* open_words = "Inspector";

// Formula has another panel beside its grids.
bool can_inspect(const Document& d) { return d.workspace == Workspace::Layout || d.workspace == Workspace::Compare; }

}  // namespace

bool wants_pinned_line(const Document& d) {
  const bool inspected = can_inspect(d) && d.views[ViewId::Inspector].open;
  return (d.pin || d.band) && !inspected && !d.formulae.hide_answer && d.workspace != Workspace::Learn;
}

void draw_pinned_line(const Ui& ui, ImVec2 low, float right, std::string_view text) {
  const bool button = can_inspect(ui.document) && !ui.document.full_screen;
  const float padding = ui.px(8), width = text_size(ui, ui.fonts.sans, 13, open_words).x + 2 * padding;
  const float end = button ? right - width - padding : right;
  put_text_cut(ui, ui.fonts.sans, 13, low, end - low.x, ui.colors.text, text);
  if (!button) return;
  ImGui::PushFont(ui.fonts.sans, 13);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {padding, ui.px(2)});
  ImGui::SetCursorScreenPos({right - width, low.y - ui.px(3)});
  if (ImGui::Button("Inspector##open_inspector", {width, 0})) ui.push(ShowView{ViewId::Inspector});
  explain(ui, "Owners, register, bits and the whole fragment of what is pinned");
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

}  // namespace tcviz::inline app_ui
