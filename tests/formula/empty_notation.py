#!/usr/bin/env python3
"""An empty notation of formulae, added as gpu/language/formula/README.md says: empty_notation.py REPOSITORY BUILD."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "house"))
import addition  # noqa: E402

NEW = {
    "gpu/language/formula/stars_reader.cpp": """// Stars, which stand for element (0, 0).
#include "gpu/language/formula/notations.hpp"

namespace tcviz::inline gpu_formula {

bool looks_like_stars(std::string_view text, std::pmr::memory_resource*) {
  return !text.empty() && text.find_first_not_of('*') == std::string_view::npos;
}

void stars_as_c(const NotationText& text, AsC& to) {
  const TextRange whole{0, static_cast<std::uint32_t>(text.text.size())};
  to.name("row", whole), to.sign("=", whole), to.number(0, whole), to.sign(";", whole);
  to.name("col", whole), to.sign("=", whole), to.number(0, whole), to.sign(";", whole);
  to.end(whole);
}

}  // namespace tcviz::inline gpu_formula
""",
}
CHANGES = {
    "gpu/language/formula/formula.hpp": [(r"(enum class Notation [^}]*?) \};", r"\1, Stars };")],
    "gpu/language/formula/notations.hpp": [
        (r"(// True for texts such as register = )",
         r"// True for ***.\n"
         r"bool looks_like_stars(std::string_view text, std::pmr::memory_resource* memory);\n"
         r"void stars_as_c(const NotationText& text, AsC& to);\n\n\1"),
    ],
    "gpu/language/formula/formula.cpp": [
        (r"std::string_view, 8> notations = \{(.*?)\};", r'std::string_view, 9> notations = {\1, "stars"};'),
        (r"std::array<ForeignRow, 4> foreign = \{\{(.*?)\}\};",
         r"std::array<ForeignRow, 5> foreign = {{\1,\n    {Notation::Stars, looks_like_stars, stars_as_c}}};"),
    ],
}
# A room of CMake, and the files of it that are made from the notations.
COMPILED = {
    "gpu/language/formula": ["formula.cpp", "repair.cpp", "stars_reader.cpp"],
    "app/session/formula": ["formula_judge.cpp", "formula_terms.cpp", "input_terms.cpp"],
}


if __name__ == "__main__":
    sys.exit(addition.main(NEW, CHANGES, COMPILED))
