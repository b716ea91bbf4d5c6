// "the paper" is Ootomo and Yokota's on analysing the structure of fragments; "wmma_extension" the library that its
// authors made of it. Its names stand in `known_as`.
#include "gpu/run/ops/operation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "gpu/run/ops/numbers.hpp"

namespace tcviz::inline gpu_ops {
namespace {

using enum OperationGroup;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t at(int n) { return static_cast<std::size_t>(n); }

// Folds one row or column of the matrix.
template <class F>
double fold_rows(const Problem& p, int row, F&& combine, double start) {
  for (int col = 0; col < p.kind->cols(); ++col) start = combine(start, p.x(row, col));
  return start;
}
template <class F>
double fold_cols(const Problem& p, int col, F&& combine, double start) {
  for (int row = 0; row < p.kind->rows(); ++row) start = combine(start, p.x(row, col));
  return start;
}
double larger(double a, double b) { return std::max(a, b); }
double sum(double a, double b) { return a + b; }

double softmax(const Problem& p, int row, int col) {
  const double top = fold_rows(p, row, larger, -infinity);
  double all = 0;
  for (int c = 0; c < p.kind->cols(); ++c) all += std::exp(p.x(row, c) - top);
  return std::exp(p.x(row, col) - top) / all;
}

// Returns the number that C stores for a float in an int.
double scaled_lower(const Problem& p, int row, int col) {
  const double value = row >= col ? p.a * p.x(row, col) : 0.0;
  return compute_of(p.kind->type) == Compute::Int ? std::trunc(value) : value;
}

bool on_diagonal(int row, int col) { return row == col; }

// clang-format off
const std::array<Operation, 34> rows{{
  {.id = "upper", .title = "Upper triangle", .group = Masks, .does = "Keeps the diagonal that begins d columns to the right, and all above it; the rest becomes 0.",
   .known_as = "README: make the matrix upper or lower triangular", .body = "x = col >= row + d ? x : 0;", .needs = "d",
   .reference = [](const Problem& p, int r, int c) { return c >= r + p.d ? p.x(r, c) : 0.0; }},
  {.id = "upper_strict", .title = "Strict upper triangle", .group = Masks, .does = "Keeps all above the diagonal that begins d columns to the right; the rest becomes 0.",
   .known_as = "README: make the matrix upper or lower triangular", .body = "x = col > row + d ? x : 0;", .needs = "d",
   .reference = [](const Problem& p, int r, int c) { return c > r + p.d ? p.x(r, c) : 0.0; }},
  {.id = "lower", .title = "Lower triangle", .group = Masks, .does = "Keeps the diagonal that begins d columns to the right, and all below it; the rest becomes 0.",
   .known_as = "README: make the matrix upper or lower triangular", .body = "x = col <= row + d ? x : 0;", .needs = "d",
   .reference = [](const Problem& p, int r, int c) { return c <= r + p.d ? p.x(r, c) : 0.0; }},
  {.id = "lower_strict", .title = "Strict lower triangle", .group = Masks, .does = "Keeps all below the diagonal that begins d columns to the right; the rest becomes 0.",
   .known_as = "README: make the matrix upper or lower triangular", .body = "x = col < row + d ? x : 0;", .needs = "d",
   .reference = [](const Problem& p, int r, int c) { return c < r + p.d ? p.x(r, c) : 0.0; }},
  {.id = "causal", .title = "Causal mask", .group = Masks, .does = "Fills the elements with col > row + d with minus infinity, as attention does before its softmax.",
   .body = "if (col > row + d) x = -INFINITY;", .needs = "d", .whole_numbers = false,
   .reference = [](const Problem& p, int r, int c) { return c > r + p.d ? -infinity : p.x(r, c); }},
  {.id = "band", .title = "Band", .group = Masks, .does = "Keeps the elements at most d away from the diagonal; the others become 0.",
   .body = "x = abs(row - col) <= d ? x : 0;", .needs = "d", .d = 2,
   .reference = [](const Problem& p, int r, int c) { return std::abs(r - c) <= p.d ? p.x(r, c) : 0.0; }},

  {.id = "scale_rows", .title = "Scale rows", .group = RowsAndColumns, .does = "Multiplies row r by u[r].",
   .known_as = "README: row-wise operations on registers", .body = "x = u[row] * x;", .needs = "u",
   .reference = [](const Problem& p, int r, int c) { return p.u[at(r)] * p.x(r, c); }},
  {.id = "scale_cols", .title = "Scale columns", .group = RowsAndColumns, .does = "Multiplies column c by v[c].",
   .known_as = "README: column-wise operations on registers", .body = "x = v[col] * x;", .needs = "v",
   .reference = [](const Problem& p, int r, int c) { return p.v[at(c)] * p.x(r, c); }},
  {.id = "bias_rows", .title = "Add to rows", .group = RowsAndColumns, .does = "Adds u[r] to every element of row r.",
   .known_as = "README: row-wise operations on registers", .body = "x = x + u[row];", .needs = "u",
   .reference = [](const Problem& p, int r, int c) { return p.x(r, c) + p.u[at(r)]; }},
  {.id = "bias", .title = "Add a bias", .group = RowsAndColumns, .does = "Adds v[c] to every element of column c, as a layer's bias.",
   .known_as = "README: column-wise operations on registers", .body = "x = x + v[col];", .needs = "v",
   .reference = [](const Problem& p, int r, int c) { return p.x(r, c) + p.v[at(c)]; }},
  {.id = "row_max", .title = "Largest of each row", .group = RowsAndColumns, .form = Form::Reduce, .does = "Every element becomes the largest of its row: first within the thread, then by shuffles among the owners of the row.",
   .body = "x = max over the row of x;", .axis = Axis::Rows, .fold = Fold::Max,
   .reference = [](const Problem& p, int r, int) { return fold_rows(p, r, larger, -infinity); }},
  {.id = "row_sum", .title = "Sum of each row", .group = RowsAndColumns, .form = Form::Reduce, .does = "Every element becomes the sum of its row: first within the thread, then by shuffles among the owners of the row.",
   .body = "x = sum over the row of x;", .axis = Axis::Rows, .fold = Fold::Sum,
   .reference = [](const Problem& p, int r, int) { return fold_rows(p, r, sum, 0); }, .slack = 1},
  {.id = "col_max", .title = "Largest of each column", .group = RowsAndColumns, .form = Form::Reduce, .does = "Every element becomes the largest of its column.",
   .body = "x = max over the column of x;", .axis = Axis::Columns, .fold = Fold::Max,
   .reference = [](const Problem& p, int, int c) { return fold_cols(p, c, larger, -infinity); }},
  {.id = "col_sum", .title = "Sum of each column", .group = RowsAndColumns, .form = Form::Reduce, .does = "Every element becomes the sum of its column.",
   .body = "x = sum over the column of x;", .axis = Axis::Columns, .fold = Fold::Sum,
   .reference = [](const Problem& p, int, int c) { return fold_cols(p, c, sum, 0); }, .slack = 1},
  {.id = "softmax", .title = "Softmax of rows", .group = RowsAndColumns, .form = Form::Softmax, .does = "exp(x - largest of the row), divided by the sum of those over the row.",
   .body = "x = exp(x - max) / sum over the row;", .whole_numbers = false, .axis = Axis::Rows, .reference = softmax, .slack = 8},

  {.id = "fill", .title = "Fill by a formula", .group = Fill, .does = "Every element becomes a value of its row and column; put your own expression in the body.",
   .known_as = "README: fill the matrix with procedural values", .body = "x = (row * COLS + col) % 7;",
   .reference = [](const Problem& p, int r, int c) { return static_cast<double>((r * p.kind->cols() + c) % 7); }},
  {.id = "constant", .title = "Constant", .group = Fill, .does = "Every element becomes a.", .known_as = "mma.h: fill_fragment", .body = "x = a;", .needs = "a", .a = 3,
   .reference = [](const Problem& p, int, int) { return p.a; }},
  {.id = "zero", .title = "Zero", .group = Fill, .does = "Every element becomes 0.", .known_as = "wmma_extension: fill_zero", .body = "x = 0;",
   .reference = [](const Problem&, int, int) { return 0.0; }},

  {.id = "load_vector", .title = "Load a column vector", .group = Vectors, .does = "Column 0 becomes the vector v, all others 0, without zeros ever being read from memory.",
   .known_as = "paper 4.1: load_vector_sync; wmma_extension: load_vector", .body = "x = col == 0 ? v[row] : 0;", .needs = "v",
   .reference = [](const Problem& p, int r, int c) { return c == 0 ? p.v[at(r)] : 0.0; }},
  {.id = "load_vector_row", .title = "Load a row vector", .group = Vectors, .does = "Row 0 becomes the vector v, all others 0.",
   .known_as = "paper 4.1: load_vector_sync; wmma_extension: load_vector", .body = "x = row == 0 ? v[col] : 0;", .needs = "v",
   .reference = [](const Problem& p, int r, int c) { return r == 0 ? p.v[at(c)] : 0.0; }},
  {.id = "store_vector", .title = "Store column 0", .group = Vectors, .form = Form::Store, .does = "Writes column 0 to memory and nothing else; the fragment stays.",
   .known_as = "wmma_extension: store_vector", .body = "if (col == 0) out[row] = x;", .axis = Axis::Rows,
   .reference = [](const Problem& p, int r, int c) { return p.x(r, c); }},
  {.id = "store_vector_row", .title = "Store row 0", .group = Vectors, .form = Form::Store, .does = "Writes row 0 to memory and nothing else; the fragment stays.",
   .known_as = "wmma_extension: store_vector", .body = "if (row == 0) out[col] = x;", .axis = Axis::Columns,
   .reference = [](const Problem& p, int r, int c) { return p.x(r, c); }},
  {.id = "make_identity", .title = "Identity", .group = Vectors, .does = "The diagonal becomes 1, all else 0.",
   .known_as = "paper 4.2: make_identity; wmma_extension: make_identity_matrix", .body = "x = row == col;",
   .reference = [](const Problem&, int r, int c) { return on_diagonal(r, c) ? 1.0 : 0.0; }},
  {.id = "add_eye", .title = "Add a to the diagonal", .group = Vectors, .does = "Adds a to the diagonal, which shifts the eigenvalues.",
   .known_as = "wmma_extension: add_eye", .body = "x = row == col ? x + a : x;", .needs = "a", .a = 2,
   .reference = [](const Problem& p, int r, int c) { return p.x(r, c) + (on_diagonal(r, c) ? p.a : 0.0); }},
  {.id = "direct_product", .title = "Direct product", .group = Vectors, .does = "Element (r, c) becomes u[r] * v[c].",
   .known_as = "wmma_extension: make_direct_product_fragment", .body = "x = u[row] * v[col];", .needs = "uv",
   .reference = [](const Problem& p, int r, int c) { return p.u[at(r)] * p.v[at(c)]; }},

  {.id = "load_scaled", .title = "Load and scale", .group = Loads, .does = "Reads the f32 matrix m from memory and multiplies every element by a on its way to the register.",
   .known_as = "paper 4.3: load_matrix_with_operation_sync", .body = "x = a * u[row * COLS + col];", .needs = "am", .a = 0.5,
   .reference = [](const Problem& p, int r, int c) { return p.a * p.m(r, c); }},
  {.id = "load_converted", .title = "Load and convert", .group = Loads, .does = "Reads the f32 matrix m from memory and rounds it to the fragment's type on its way to the register.",
   .known_as = "paper 4.3: load_matrix_with_operation_sync", .body = "x = u[row * COLS + col];", .needs = "m", .whole_numbers = false, .narrow_only = true,
   .reference = [](const Problem& p, int r, int c) { return p.m(r, c); }},
  {.id = "load_split", .title = "Load, convert, keep the error", .group = Loads, .form = Form::Split, .does = "Reads the f32 matrix m, rounds it to the fragment's type, and keeps what rounding lost in a second fragment: both together are used in error-corrected products.",
   .known_as = "paper 2.3 and 4.4: foreach; 4.3: load_matrix_with_operation_sync", .body = "x = u[row * COLS + col]; second = u[row * COLS + col] - x;", .needs = "m", .whole_numbers = false, .narrow_only = true,
   .reference = [](const Problem& p, int r, int c) { return p.m(r, c); }},
  {.id = "foreach", .title = "For each element by its index", .group = Loads, .does = "Visits every slot with the linear index of its element in memory: here x becomes a times the value there.",
   .known_as = "paper 4.4, wmma_extension: foreach", .body = "int index = row * COLS + col; x = a * u[index];", .needs = "am", .a = 2,
   .reference = [](const Problem& p, int r, int c) { return p.a * p.m(r, c); }},
  {.id = "foreach_ij", .title = "For each element by row and column", .group = Loads, .does = "Visits every slot with its row and column: here the Hilbert matrix is made.",
   .known_as = "wmma_extension: foreach_ij", .body = "x = 1.0 / (row + col + 1);", .whole_numbers = false,
   .reference = [](const Problem&, int r, int c) { return 1.0 / (r + c + 1); }},
  {.id = "foreach_v", .title = "For each element of a vector", .group = Loads, .does = "Visits the slots of column 0 with their place in the vector: here x becomes a times v there; other columns stay.",
   .known_as = "wmma_extension: foreach_v", .body = "if (col == 0) x = a * v[row];", .needs = "av", .a = 2,
   .reference = [](const Problem& p, int r, int c) { return c == 0 ? p.a * p.v[at(r)] : p.x(r, c); }},
  {.id = "map", .title = "One element by its place", .group = Loads, .form = Form::Place, .does = "Sets element (d, d) to a: the inverse formula says which threads hold it, and where; the others do nothing.",
   .known_as = "wmma_extension: map", .body = "x[i of (d, d)] = a;", .needs = "ad", .a = 7, .d = 3,
   .reference = [](const Problem& p, int r, int c) { return r == p.d && c == p.d ? p.a : p.x(r, c); }},
  {.id = "relu", .title = "Clamp at zero", .group = Loads, .does = "Negative elements become 0: needs no layout, and shows what an operation without one costs.",
   .known_as = "mma.h: elementwise operations over x[i]", .body = "x = x > 0 ? x : 0;",
   .reference = [](const Problem& p, int r, int c) { return std::max(p.x(r, c), 0.0); }},
  {.id = "body", .title = "Your own", .group = Own, .does = "Any C over x, row, col, tid, i, the scalars a, b, d, the vectors u[] and v[], ROWS and COLS.",
   .body = "x = row >= col ? a * x : 0;", .needs = "abduv", .a = 2, .reference = scaled_lower},
}};
// clang-format on

}  // namespace

std::string_view title_of(OperationGroup group) {
  constexpr std::array<std::string_view, 6> titles{"Masks",   "Rows and columns", "Fill",
                                                   "Vectors", "Loads with work",  "Your own"};
  return titles[static_cast<std::size_t>(group)];
}

std::span<const Operation> operations() { return rows; }

const Operation* find_operation(std::string_view id) {
  const auto* const found = std::find_if(rows.begin(), rows.end(), [&](const Operation& o) { return o.id == id; });
  return found == rows.end() ? nullptr : found;
}

std::vector<std::string_view> operation_ids() {
  std::vector<std::string_view> ids;
  for (const Operation& operation : rows) ids.push_back(operation.id);
  return ids;
}

bool needs(const Operation& operation, char what) { return operation.needs.find(what) != std::string_view::npos; }

std::optional<std::string> why_not(const Operation& operation, const Kind& kind) {
  const bool of_ptx = kind.family == Family::Mma || kind.family == Family::Wgmma;
  if (kind.family != Family::Wmma && !(of_ptx && kind.operand == Operand::Accumulator))
    return "operations work on fragments of wmma and on accumulators of mma and wgmma";
  if (element_bits(kind.type) < 8) {
    return fmt::format("values of {} are packed into registers: mma.h gives no x[i] of one element",
                       name_of(kind.type));
  }
  const bool whole = compute_of(kind.type) == Compute::Int;
  if (whole && !operation.whole_numbers) return fmt::format("{} has no fractions and no infinity", name_of(kind.type));
  const bool narrow = !whole && kind.type != ElementType::F32 && kind.type != ElementType::F64;
  if (operation.narrow_only && !narrow) return fmt::format("{} loses nothing of an f32 value", name_of(kind.type));
  if (operation.form == Form::Place && operation.d >= std::min(kind.rows(), kind.cols()))
    return "the matrix is too small";
  return std::nullopt;
}

}  // namespace tcviz::inline gpu_ops
