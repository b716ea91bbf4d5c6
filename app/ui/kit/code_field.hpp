// An editor for a text of the document, with C syntax colours. Mistakes are underlined, with a tooltip. Changes of the
// document's text from elsewhere (undo, say) are taken over as an edit that the editor itself can undo.
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
  // Takes over the document's text, if it has changed since the last call.
  void follow(const std::string& current);
  // Draws the editor. Returns true in the frame in which text() has changed.
  bool draw(const Ui& ui, const char* id, const std::string& current, ImVec2 size);
  const std::string& text() const { return text_; }

  // Underlines those of `problems` that belong to field number `field`.
  void mark(const Ui& ui, const std::vector<TextProblem>& problems, int field);
  void focus() { editor_.SetFocus(); }
  bool focused() const { return focused_; }
  // Draws a line below a part of the text, divided equally among the colours; to be called after draw().
  void underline(const Ui& ui, TextRange range, std::span<const ImU32> colors) const;
  // Underlines a part that a repair would change, on a ground of its own; to be called after underline().
  void mark_repair(const Ui& ui, TextRange range) const;

 private:
  void restyle(const Ui& ui);
  TextEditor::DocPos position_of(std::uint32_t byte) const;
  TextEditor::DocPos end() const;
  template <class Draw>
  void for_each_place(TextRange range, const Draw& draw) const;

  TextEditor editor_;
  std::string text_, seen_;  // text in the editor; the document's text at the last call of follow()
  std::optional<Theme> styled_;
  ImVec2 low_, high_;  // corners of the editor as drawn last
  bool focused_ = false;
};

}  // namespace tcviz::inline app_ui
