#!/usr/bin/env python3
"""An empty family of instructions, added as gpu/layout/README.md says: empty_family.py REPOSITORY BUILD."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "house"))
import addition  # noqa: E402

NEW = {
    "gpu/layout/catalogue_zip.cpp": """// zipmatrix, which no GPU has.
#include "gpu/layout/catalogue_rows.hpp"

namespace tcviz::inline gpu_layout {

std::vector<Kind> zip_rows() {
  Kind kind;
  kind.family = Family::Zipmatrix;
  kind.shape = {8, 8, 0};
  kind.operand = Operand::Registers;
  kind.type = ElementType::B16;
  kind.values = 2;
  return {kind};
}

}  // namespace tcviz::inline gpu_layout
""",
}
CHANGES = {
    "gpu/layout/kind.hpp": [(r"(enum class Family [^}]*?)(\n\};)", r"\1\n  Zipmatrix,\2")],
    "gpu/layout/kind.cpp": [
        (r"std::string_view, 9> family_names\{(.*?)\};", r'std::string_view, 10> family_names{\1, "zipmatrix"};'),
    ],
    "gpu/layout/catalogue_rows.hpp": [(r"(std::vector<Kind> move_rows\(\);)", r"std::vector<Kind> zip_rows();\n\1")],
    "gpu/layout/catalogue.cpp": [
        (r"(  add\(rows, move_rows\(\)\);\n)", r"\1  add(rows, zip_rows());\n"),
        (r"(std::array all\{.*?)\};", r"\1,\n                                  Zipmatrix};"),
    ],
    "gpu/source/manual/other_rules.cpp": [
        (r"(other_table\[\] = \{.*?)(\n\};)",
         r'\1\n    {Zipmatrix, {8, 8, 0}, Registers, "", None, false, "tid >> 2", "(tid % 4) * 2 + i", "", "1"},\2'),
    ],
}
# A room of CMake, and the files of it that are made from the families.
COMPILED = {
    "gpu/layout": ["catalogue.cpp", "catalogue_zip.cpp", "instruction.cpp", "kind.cpp"],
    "gpu/source/manual": ["other_rules.cpp"],
}


if __name__ == "__main__":
    sys.exit(addition.main(NEW, CHANGES, COMPILED))
