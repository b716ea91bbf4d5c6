// Writes the formula of a layout as text, for the editor and for the clipboard. Never starts a long search for the
// shortest formula: it says that a formula is the shortest only if that is stored as a known result.
#pragma once

#include <string>
#include <vector>

#include "app/session/formula/formula_state.hpp"
#include "gpu/language/deduce/deduce.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {

struct WrittenFormula {
  FormulaText text;
  std::string news;  // remark: "row 4 operators (none of those searched has fewer), col 5 ..."
};

// Writes the formula of `layout` for the editor: row and col in two texts, or both in one if `one_text` is set or the
// style needs it.
Result<WrittenFormula> write_deduced(const Layout& layout, Style style, bool one_text);
// Writes the same as one text for the clipboard.
Result<std::string> write_spelling(const Layout& layout, Style style);

// A part of the inverse formula with a copy button of its own.
struct InversePart {
  std::string name;                // "tid", "i"; "all" if the style gives one text
  std::vector<std::string> lines;  // for display
  std::string copied;              // for the clipboard
};
struct WrittenInverse {
  std::vector<InversePart> parts;
  std::string note;  // number of slots on which it was proved, and the meaning of r if elements have several owners
};
// Writes the inverse: tid and i as functions of row and col. If elements have several owners, r selects one of them.
Result<WrittenInverse> write_inverse(const Layout& layout, Style style);

}  // namespace tcviz::inline app_session
