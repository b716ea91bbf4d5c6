#include "app/ui/kit/code_style.hpp"

namespace tcviz::inline app_ui {
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
