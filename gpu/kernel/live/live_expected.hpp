// Reads the expected matrix: from an expression in row and col, a CSV table or a .npy file. Pure functions of text and
// bytes.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_live {

// The values that a fragment is expected to hold.
struct ExpectedMatrix {
  int rows = 0, cols = 0;
  std::vector<std::optional<double>> values;  // row by row; an empty value: nothing is expected there
};

// Computes a matrix from an expression of C: "row * 16 + col", "0.5f * row + (col % 2 ? 1 : -1)". An error shows the
// place in the text. `origin` is the element of a larger matrix at which the fragment begins: row and col count in the
// larger matrix.
Result<ExpectedMatrix> expected_by_expression(std::string_view text, int rows, int cols, Element origin = {});
// Reads rows of numbers separated by commas, semicolons or blanks. Nothing is expected at a field that is empty
// (between commas), `-` or `?`. Accepts nan, inf and -inf. Skips lines that begin with #.
Result<ExpectedMatrix> expected_in_csv(std::string_view text);
// Reads a two-dimensional NumPy array from the bytes of a .npy file, version 1 to 3: little-endian f2, f4, f8, i1 to
// i8, u1 to u8 or b1, in C or Fortran order.
Result<ExpectedMatrix> expected_in_npy(std::string_view bytes);
// Reads a .npy file or a CSV table; the first bytes decide between the two. Without `origin`, refuses a matrix that is
// not `rows` x `cols`; with it, returns the `rows` x `cols` part of a larger matrix that begins at `origin`.
Result<ExpectedMatrix> expected_in_file(std::string_view bytes, int rows, int cols,
                                        std::optional<Element> origin = std::nullopt);

}  // namespace tcviz::inline gpu_live
