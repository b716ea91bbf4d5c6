// Formulae that the program writes for the editor and for the clipboard. Pure: layouts in, texts out. Begins no search
// that could take long: it uses known results, and claims nothing without them.
#pragma once

#include <string>
#include <vector>

#include "app/session/formula/formula_state.hpp"
#include "gpu/language/deduce/deduce.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {

struct WrittenFormula {
  FormulaText text;
  std::string news;  // "row 4 operators (none of those searched has fewer), col 5 ..."
};

// Writes the deduced formula in the present form of the editor: two texts, or one.
Result<WrittenFormula> write_deduced(const Layout& layout, Style style, bool one_text);
// Writes all of it, ready to be pasted.
Result<std::string> write_spelling(const Layout& layout, Style style);

// A text that can be copied by itself.
struct InversePart {
  std::string name;                // "tid", "i"; "all" if the style is one text
  std::vector<std::string> lines;  // as they are shown
  std::string copied;
};
struct WrittenInverse {
  std::vector<InversePart> parts;
  std::string note;  // the layouts it was proved on, and the meaning of r if elements have several owners
};
// Writes tid and i from row, col and, if elements have several owners, r, the replica.
Result<WrittenInverse> write_inverse(const Layout& layout, Style style);

}  // namespace tcviz::inline app_session
