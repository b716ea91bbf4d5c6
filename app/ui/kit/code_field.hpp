// A text of the document in an editor with C's colours: typed text goes out at once, and changes made elsewhere come in
// as one more edit. Mistakes are underlined, with the reason under the pointer.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "TextEditor.h"
#include "app/session/formula/formula_judge.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class CodeField {
 public:
  CodeField();
  // Takes over the document's text, if that is another text than before.
  void follow(const std::string& current);
  // True in the frame in which text() became another.
  bool draw(const Ui& ui, const char* id, const std::string& current, ImVec2 size);
  const std::string& text() const { return text_; }

  // Underlines the mistakes of this field.
  void mark(const Ui& ui, const std::vector<TextProblem>& problems, int field);
  void focus() { editor_.SetFocus(); }
  bool focused() const { return focused_; }
  // Draws a line below a part of the text, in equal pieces of these colours; to be called after draw().
  void underline(const Ui& ui, TextRange range, std::span<const ImU32> colors) const;

 private:
  void restyle(const Ui& ui);
  TextEditor::DocPos position_of(std::uint32_t byte) const;
  TextEditor::DocPos end() const;

  TextEditor editor_;
  std::string text_, seen_;  // in the editor; of the document, as it was last
  std::optional<Theme> styled_;
  ImVec2 low_, high_;  // of the frame, as it was drawn last
  bool focused_ = false;
};

}  // namespace tcviz::inline app_ui
