#include "app/ui/kit/code_sheet.hpp"

#include "app/session/whole/document.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {

CodeSheet::CodeSheet() {
  editor_.SetReadOnlyEnabled(true);
  editor_.SetLanguage(TextEditor::Language::Cpp());
  editor_.SetShowWhitespacesEnabled(false);
  editor_.SetFindReplaceEnabled(false);
  editor_.SetCaretsVisible(false);
  editor_.SetShowCurrentLineHighlightEnabled(false);
  editor_.SetShowScrollbarMiniMapEnabled(false);
}

void CodeSheet::draw(const Ui& ui, const char* id, const std::string& text, ImVec2 size) {
  if (styled_ != ui.document.theme) {
    styled_ = ui.document.theme;
    TextEditor::Palette palette =
        styled_ == Theme::Light ? TextEditor::GetLightPalette() : TextEditor::GetDarkPalette();
    palette[static_cast<std::size_t>(TextEditor::Color::background)] = ui.colors.field;
    editor_.SetPalette(palette);
  }
  if (text_ != text) {
    text_ = text;
    editor_.SetText(text_);
  }
  ImGuiWindow* const sheet = ImGui::GetCurrentWindow();
  ImGui::PushFont(ui.fonts.mono, 12.5F);
  editor_.Render(id, size, 0,
                 static_cast<int>(ImGuiWindowFlags_NoMove) | static_cast<int>(ImGuiWindowFlags_HorizontalScrollbar) |
                     static_cast<int>(ImGuiWindowFlags_NoNav));
  ImGui::PopFont();
  // A press of the mouse gives it the keyboard, which goes back when the button is up.
  const ImGuiWindow* const focused = ImGui::GetCurrentContext()->NavWindow;
  const bool taken = focused != nullptr && focused->ParentWindow == sheet && focused->ChildId == ImGui::GetID(id);
  if (taken && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) ImGui::FocusWindow(sheet->RootWindow);
}

void CodeSheet::copy() const {
  if (editor_.MainCursorHasSelection()) editor_.Copy();
}

namespace {

using Ink = TextEditor::Color;
struct InkRow {
  Ink ink;
  ImU32 Colors::*color;
};
constexpr InkRow inks[] = {{Ink::text, &Colors::text},
                           {Ink::keyword, &Colors::accent},
                           {Ink::declaration, &Colors::accent},
                           {Ink::number, &Colors::good},
                           {Ink::string, &Colors::warn},
                           {Ink::punctuation, &Colors::dim},
                           {Ink::preprocessor, &Colors::warn},
                           {Ink::identifier, &Colors::text},
                           {Ink::knownIdentifier, &Colors::text},
                           {Ink::comment, &Colors::dim},
                           {Ink::cursor, &Colors::text},
                           {Ink::selection, &Colors::selection},
                           {Ink::whitespace, &Colors::faint},
                           {Ink::matchingBracketBackground, &Colors::selection_soft},
                           {Ink::matchingBracketActive, &Colors::accent},
                           {Ink::matchingBracketLevel1, &Colors::dim},
                           {Ink::matchingBracketLevel2, &Colors::dim},
                           {Ink::matchingBracketLevel3, &Colors::dim},
                           {Ink::matchingBracketError, &Colors::bad},
                           {Ink::lineNumber, &Colors::faint},
                           {Ink::currentLineNumber, &Colors::dim}};

}  // namespace

void style_code(TextEditor& editor, const Colors& colors) {
  TextEditor::Palette palette = editor.GetPalette();
  for (const InkRow& row : inks) palette[static_cast<std::size_t>(row.ink)] = colors.*row.color;
  for (const Ink clear : {Ink::background, Ink::currentLineHighlight, Ink::currentLineHighlightBorder})
    palette[static_cast<std::size_t>(clear)] = IM_COL32_BLACK_TRANS;
  editor.SetPalette(palette);
}

}  // namespace tcviz::inline app_ui
