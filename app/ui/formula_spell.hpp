// Formulae that the program writes for the editor and for the clipboard. Pure: layouts in, texts out. No search that
// could take long is begun: what is known is used, and nothing is claimed where it is not.
#pragma once

#include <string>
#include <vector>

#include "app/ui/formula_state.hpp"
#include "gpu/formula/deduce.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz {

struct WrittenFormula {
  FormulaText text;
  std::string news;  // "row 4 operators (no formula has fewer), col 5 ..."
};

// In the way that the editor stands: two texts, or one.
Result<WrittenFormula> write_deduced(const Layout& layout, Style style, bool one_text);
// All of it, ready to be pasted.
Result<std::string> write_spelling(const Layout& layout, Style style);

// A text that can be copied by itself.
struct InversePart {
  std::string name;                // "tid", "i"; "all" where the style is one text
  std::vector<std::string> lines;  // as they are shown
  std::string copied;
};
struct WrittenInverse {
  std::vector<InversePart> parts;
  std::string note;  // what it was proved on, and what r is where elements have several owners
};
// tid and i from row, col and, where elements have several owners, r, the replica.
Result<WrittenInverse> write_inverse(const Layout& layout, Style style);

}  // namespace tcviz
