#include "app/ui/kit/code_field.hpp"

#include <algorithm>
#include <cmath>

#include "app/session/whole/document.hpp"
#include "app/ui/kit/code_sheet.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

constexpr float line_spacing = 1.3F;  // room for lines below terms
constexpr std::size_t mistakes = 1;   // the type of our squiggles

// Keys that mean something in the window, or lead out of the field: the editor must not get them.
constexpr ImGuiKeyChord not_the_editors[] = {ImGuiMod_Ctrl | ImGuiKey_L, ImGuiMod_Ctrl | ImGuiKey_D, ImGuiKey_Tab,
                                             ImGuiMod_Shift | ImGuiKey_Tab};

}  // namespace

CodeField::CodeField() {
  editor_.SetLanguage(TextEditor::Language::C());
  editor_.SetFindReplaceEnabled(false);
  editor_.SetShowLineNumbersEnabled(false);
  editor_.SetShowWhitespacesEnabled(false);
  editor_.SetShowScrollbarMiniMapEnabled(false);
  editor_.SetShowPanScrollIndicatorEnabled(false);
  editor_.SetShowCurrentLineHighlightEnabled(false);
  editor_.SetShowMatchingBrackets(true);
  editor_.SetCompletePairedGlyphs(false);
  editor_.SetWordWrapEnabled(true);
  editor_.SetInsertSpacesOnTabs(true);
  editor_.SetTabSize(2);
  editor_.SetLineSpacing(line_spacing);
}

void CodeField::restyle(const Ui& ui) {
  if (styled_ == ui.document.theme) return;
  styled_ = ui.document.theme;
  style_code(editor_, ui.colors);
}

TextEditor::DocPos CodeField::end() const { return {editor_.GetLineCount() - 1, std::string::npos}; }

void CodeField::follow(const std::string& current) {
  if (current == seen_) return;
  seen_ = current;
  if (current == text_) return;
  if (current.empty()) editor_.ClearText();
  if (!current.empty()) editor_.ReplaceSectionText({0, 0}, end(), current);
  editor_.SetCursor(end());  // the place that it was going to scroll to may be no more
  text_ = current;
}

bool CodeField::draw(const Ui& ui, const char* id, const std::string& current, ImVec2 size) {
  restyle(ui);
  follow(current);
  const ImVec2 low = ImGui::GetCursorScreenPos(), high(low.x + size.x, low.y + size.y);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(low, high, ui.colors.field, ui.px(4));
  draw.AddRect(low, high, focused_ ? ui.colors.accent : ui.colors.border, ui.px(4), ui.line());
  if (focused_) {
    for (const ImGuiKeyChord chord : not_the_editors)
      ImGui::SetShortcutRouting(
          chord, static_cast<int>(ImGuiInputFlags_RouteGlobal) | static_cast<int>(ImGuiInputFlags_RouteOverFocused),
          ImGui::GetID("##window"));
    ImGui::SetKeyOwner(ImGuiKey_Tab, ImGui::GetID("##window"));  // it goes to the other field
  }
  ImGui::SetCursorScreenPos({low.x + ui.px(5), low.y + ui.px(4)});
  low_ = low;
  high_ = high;
  ImGui::PushFont(ui.fonts.mono, 14);
  const bool edited = editor_.Render(id, {std::max(1.0F, size.x - ui.px(8)), std::max(1.0F, size.y - ui.px(8))});
  focused_ = false;
  if (const ImGuiWindow* child = ImGui::GetCurrentContext()->NavWindow) {
    const ImGuiWindow* const parent = ImGui::GetCurrentWindow();
    focused_ = child->ParentWindow == parent && child->ChildId == ImGui::GetID(id);
  }
  ImGui::PopFont();
  ImGui::SetCursorScreenPos({low.x, high.y});
  ImGui::Dummy({size.x, 0});
  if (!edited) return false;
  std::string now = editor_.GetSectionText({0, 0}, end());  // GetText() would end the last line
  if (now == text_) return false;
  text_ = std::move(now);
  return true;
}

// Converts a byte of the text, which ranges count, to a character of a line.
TextEditor::DocPos CodeField::position_of(std::uint32_t byte) const {
  TextEditor::DocPos at(0, 0);
  for (std::size_t n = 0; n < std::min<std::size_t>(byte, text_.size()); ++n) {
    const auto c = static_cast<unsigned char>(text_[n]);
    if (c == '\n') {
      at = TextEditor::DocPos(at.line + 1, 0);
    } else if ((c & 0xc0U) != 0x80U) {
      ++at.index;
    }
  }
  return at;
}

void CodeField::mark(const Ui& ui, const std::vector<TextProblem>& problems, int field) {
  editor_.ClearSquiggles(mistakes);
  for (const TextProblem& problem : problems) {
    if (problem.field != field || text_.empty()) continue;
    // A mistake at the end of the text is underlined at the last character.
    const auto size = static_cast<std::uint32_t>(text_.size());
    const std::uint32_t begin = std::min(problem.range.begin, size - 1);
    const std::uint32_t end = std::clamp(problem.range.end, begin + 1, size);
    editor_.AddSquiggle(position_of(begin), position_of(end), mistakes, ui.colors.bad, problem.message);
  }
}

// Calls draw(low, high, number) for the box of every character, clipped to the editor: a line may be broken anywhere.
template <class Draw>
void CodeField::for_each_place(TextRange range, const Draw& draw) const {
  if (range.end > text_.size()) return;
  const float width = editor_.GetGlyphWidth(), height = editor_.GetLineHeight() / line_spacing;
  ImGui::PushClipRect(low_, high_, true);
  for (std::uint32_t byte = range.begin; byte < range.end; ++byte) {
    const ImVec2 place = editor_.DocPos2ScreenPos(position_of(byte));
    draw(place, ImVec2{place.x + width, std::round(place.y + height)}, byte - range.begin);
  }
  ImGui::PopClipRect();
}

void CodeField::underline(const Ui& ui, TextRange range, std::span<const ImU32> colors) const {
  if (colors.empty()) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for_each_place(range, [&](ImVec2 low, ImVec2 high, std::size_t number) {
    list.AddRectFilled({low.x, high.y}, {high.x, high.y + ui.px(2)},
                       colors[number * colors.size() / (range.end - range.begin)]);
  });
}

void CodeField::mark_repair(const Ui& ui, TextRange range) const {
  constexpr ImU32 soft = 96;  // of the ground
  const ImU32 ground = (ui.colors.bad & ~IM_COL32_A_MASK) | soft << IM_COL32_A_SHIFT;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for_each_place(range, [&](ImVec2 low, ImVec2 high, std::size_t) {
    list.AddRectFilled({low.x, low.y - ui.px(1)}, high, ground);
  });
  underline(ui, range, {&ui.colors.bad, 1});
}

}  // namespace tcviz::inline app_ui
