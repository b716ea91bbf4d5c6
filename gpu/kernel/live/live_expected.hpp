// The matrix that is expected, from an expression in row and col, a CSV table or a .npy file. Pure functions of text
// and bytes.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_live {

struct ExpectedMatrix {
  int rows = 0, cols = 0;
  std::vector<std::optional<double>> values;  // row by row; none: nothing is expected there
};

// Computes a matrix from an expression of C: "row * 16 + col", "0.5f * row + (col % 2 ? 1 : -1)". The error shows the
// place in the text. With an origin, row and col count in the larger matrix in which the fragment begins there.
Result<ExpectedMatrix> expected_by_expression(std::string_view text, int rows, int cols, Element origin = {});
// Reads rows of numbers with commas, semicolons or blanks between them; an empty field (of commas), `-` or `?`: nothing
// is expected. nan, inf and -inf are numbers. Skips lines that begin with #.
Result<ExpectedMatrix> expected_in_csv(std::string_view text);
// Reads NumPy's .npy, version 1 to 3: two dimensions, little-endian; f2, f4, f8, i1 to i8, u1 to u8, b1, in C or
// Fortran order.
Result<ExpectedMatrix> expected_in_npy(std::string_view bytes);
// Reads a .npy file or a CSV table, which the first bytes decide. Without an origin refuses sides other than these;
// with one, takes the part of a larger matrix that begins there.
Result<ExpectedMatrix> expected_in_file(std::string_view bytes, int rows, int cols,
                                        std::optional<Element> origin = std::nullopt);

}  // namespace tcviz::inline gpu_live
