// Formulae that the program writes for the editor and for the clipboard. Pure: layouts in, texts out. No search that
// could take long is begun: what is known is used, and nothing is claimed where it is not.
#pragma once

#include <string>

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

}  // namespace tcviz
