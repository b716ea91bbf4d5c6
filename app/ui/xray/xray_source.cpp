// The source of the kernel, in an editor.
#include <algorithm>
#include <utility>

#include "app/session/whole/action.hpp"
#include "app/ui/kit/code_sheet.hpp"
#include "app/ui/xray/xray_panel.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

// Keys that mean something in the window: the editor must not get them.
constexpr ImGuiKeyChord xray_own_chords[] = {ImGuiMod_Ctrl | ImGuiKey_L, ImGuiMod_Ctrl | ImGuiKey_D,
                                             ImGuiMod_Ctrl | ImGuiKey_Enter};

constexpr std::string_view text_is_shown =
    "This text has line ends of two kinds, or characters that are not in the editor's fonts: it can be read here, but "
    "not changed. Change it in another editor: the window follows its file.";

ImU32 faint(ImU32 color, int alpha) {
  return (color & ~IM_COL32_A_MASK) | (static_cast<ImU32>(alpha) << IM_COL32_A_SHIFT);
}

// Returns the text with the line ends of Windows, which the editor leaves out.
std::string with_returns(std::string_view text) {
  std::string all;
  for (const char c : text) {
    if (c == '\n') all += '\r';
    all += c;
  }
  return all;
}

}  // namespace

XrayEditor::XrayEditor() {
  editor_.SetLanguage(TextEditor::Language::Cpp());
  editor_.SetFindReplaceEnabled(true);
  editor_.SetShowWhitespacesEnabled(false);
  editor_.SetShowScrollbarMiniMapEnabled(false);
  editor_.SetShowPanScrollIndicatorEnabled(false);
  editor_.SetShowCurrentLineHighlightEnabled(false);
  editor_.SetCompletePairedGlyphs(false);
  editor_.SetTabSize(2);
}

void XrayEditor::show_line(int line) {
  if (line > 0) wanted_line_ = line;
}

// Replaces the text in the editor if the document has another one.
void XrayEditor::follow(const Ui& ui) {
  const XrayState& state = ui.document.task<XrayState>();
  if (styled_ != ui.document.theme) {
    styled_ = ui.document.theme;
    style_code(editor_, ui.colors);
  }
  const bool is_same_kernel = of_.openings == state.text.openings;
  of_ = state.text;
  if (is_same_kernel && text_ == state.source) return;  // another text of the same kernel comes from its file
  const auto cursor = editor_.GetMainCursorPosition();
  text_ = state.source;
  ends_with_return_ = text_.find("\r\n") != std::string::npos;
  editor_.SetInsertSpacesOnTabs(text_.find('\t') == std::string::npos);  // else it would replace all of them
  editor_.SetText(text_);
  is_whole_ = text() == text_;
  editor_.SetReadOnlyEnabled(!is_whole_);
  if (is_same_kernel) editor_.SetCursor(cursor);
  marked_.reset();
  product_line_ = 0;
}

// Returns the text as the editor holds it.
std::string XrayEditor::text() const {
  const std::string held = editor_.GetSectionText({0, 0}, {editor_.GetLineCount() - 1, std::string::npos});
  return ends_with_return_ ? with_returns(held) : held;
}

// Says that the text is only shown if the editor cannot hold it. Returns the height of that.
float XrayEditor::draw_loss(const Ui& ui, float width) const {
  if (is_whole_) return 0;
  const float height = wrapped_height(ui, ui.fonts.sans, 13, width, text_is_shown) + ui.px(6);
  put_text_wrapped(ui, ui.fonts.sans, 13, ImGui::GetCursorScreenPos(), width, ui.colors.warn, text_is_shown);
  ImGui::Dummy({width, height - ImGui::GetStyle().ItemSpacing.y});
  return height;
}

// Marks wrong lines in red, and the line of the shown step in the accent colour.
void XrayEditor::mark(const Ui& ui) {
  const XrayState& state = ui.document.task<XrayState>();
  int product_line = 0;
  if (state.run && state.product && *state.product < static_cast<int>(state.run->products.size())) {
    const XrayEvent& event =
        state.run->report.events[state.run->products[static_cast<std::size_t>(*state.product)].event];
    product_line = shown_line(*state.run, event.line, event.ptx_line);
  }
  if (marked_ == state.run && product_line_ == product_line && marked_theme_ == ui.document.theme) return;
  if (product_line_ != product_line) show_line(product_line);
  marked_ = state.run;
  product_line_ = product_line;
  marked_theme_ = ui.document.theme;
  editor_.ClearMarkers();
  if (state.run == nullptr) return;
  const auto lines = static_cast<int>(editor_.GetLineCount());
  if (product_line > 0 && product_line <= lines)
    editor_.AddMarker(static_cast<std::size_t>(product_line - 1), faint(ui.colors.accent, 110),
                      faint(ui.colors.accent, 45), "The product on screen", "");
  for (const XrayFinding& finding : state.run->report.findings) {
    const int line = shown_line(*state.run, finding.line, finding.ptx_line);
    if (line < 1 || line > lines) continue;
    const ImU32 color = finding.weight == FindingWeight::Warning ? ui.colors.warn : ui.colors.bad;
    editor_.AddMarker(static_cast<std::size_t>(line - 1), faint(color, 150), faint(color, 50), finding.text,
                      finding.text);
  }
}

void XrayEditor::draw(const Ui& ui, ImVec2 size) {
  follow(ui);
  mark(ui);
  size.y -= draw_loss(ui, size.x);
  const ImVec2 low = ImGui::GetCursorScreenPos(), high(low.x + size.x, low.y + size.y);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(low, high, ui.colors.field, ui.px(4));
  draw.AddRect(low, high, focused_ ? ui.colors.accent : ui.colors.border, ui.px(4), ui.line());
  if (focused_)
    for (const ImGuiKeyChord chord : xray_own_chords)
      ImGui::SetShortcutRouting(
          chord, static_cast<int>(ImGuiInputFlags_RouteGlobal) | static_cast<int>(ImGuiInputFlags_RouteOverFocused),
          ImGui::GetID("##window"));
  if (wanted_line_) {
    editor_.ScrollToLine(
        static_cast<std::size_t>(std::min<int>(*wanted_line_, static_cast<int>(editor_.GetLineCount())) - 1));
    wanted_line_.reset();
  }
  ImGui::SetCursorScreenPos({low.x + ui.px(3), low.y + ui.px(3)});
  ImGui::PushFont(ui.fonts.mono, 12.5F);
  const bool edited =
      editor_.Render("##source", {std::max(1.0F, size.x - ui.px(6)), std::max(1.0F, size.y - ui.px(6))});
  ImGui::PopFont();
  was_focused_ = std::exchange(focused_, false);
  if (const ImGuiWindow* child = ImGui::GetCurrentContext()->NavWindow) {
    const ImGuiWindow* const parent = ImGui::GetCurrentWindow();
    focused_ = child->ParentWindow == parent && child->ChildId == ImGui::GetID("##source");
  }
  ImGui::SetCursorScreenPos({low.x, high.y});
  ImGui::Dummy({size.x, 0});
  if (!edited) return;
  std::string now = text();
  if (now == text_) return;
  text_ = std::move(now);
  ui.push(XrayAction(EditXray{text_, of_}));
}

}  // namespace tcviz::inline app_ui
