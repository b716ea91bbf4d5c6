// The table of operations that are possible on a fragment in registers once its layout is known: for each the text that
// both executors (GPU and CPU) run, what it needs, and the reference with which both are compared. Plain data and
// functions of numbers.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/kind.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_ops {

enum class OperationGroup : std::uint8_t { Masks, RowsAndColumns, Fill, Vectors, Loads, Own };
std::string_view title_of(OperationGroup group);

// The form of an operation on the values of a thread.
enum class Form : std::uint8_t {
  Body,     // on each value separately: x = f(x, row, col, ...)
  Reduce,   // combines the values of a row (or column) to one, which all of its slots then hold
  Softmax,  // exp(x - max of the row) / sum of these over the row
  Store,    // leaves the fragment unchanged; `out` receives a row or column of it
  Split,    // x = f(memory) rounded to the type; a second fragment holds the rounding errors
  Place,    // changes single elements, whose owners the inverse formula finds
};
enum class Axis : std::uint8_t { Rows, Columns };
enum class Fold : std::uint8_t { Sum, Max };

// The inputs of an operation. Sizes: `matrix` and `memory` rows * cols, `u` and `v` max(rows, cols).
struct Problem {
  const Kind* kind = nullptr;
  std::vector<double> matrix;  // the fragment before the operation, row-major, numbers of the element type
  std::vector<double> memory;  // f32 values for the operations that load
  std::vector<double> u, v;    // f32 (f64 for f64 kinds)
  double a = 1, b = 0;
  int d = 0;

  double x(int row, int col) const { return matrix[static_cast<std::size_t>(row * kind->cols() + col)]; }
  double m(int row, int col) const { return memory[static_cast<std::size_t>(row * kind->cols() + col)]; }
};

// A row of the table.
struct Operation {
  std::string_view id, title;
  OperationGroup group = OperationGroup::Masks;
  Form form = Form::Body;
  std::string_view does;           // one sentence
  std::string_view known_as = {};  // its name in the paper (section) or in the library that followed it; may be empty
  std::string_view body = {};      // C text; for Reduce, Softmax and Place only for display
  // Letters of its inputs: a b d scalars, u v vectors, m the matrix in memory (passed as u).
  std::string_view needs = {};
  double a = 1, b = 0;  // default values
  int d = 0;
  bool whole_numbers = true;  // applicable to integer types
  bool narrow_only = false;   // only for types narrower than f32: f16, bf16, tf32
  Axis axis = Axis::Rows;
  Fold fold = Fold::Sum;
  // Returns the element after the operation, before it is rounded to the type; for Split and Store, that of the
  // fragment.
  double (*reference)(const Problem&, int row, int col) = nullptr;
  // The allowed difference from the reference, in ulps of the computing type for each number that is added; 0: exact.
  double slack = 0;
};

std::span<const Operation> operations();
// Returns the operation with this id; null if there is none.
const Operation* find_operation(std::string_view id);
std::vector<std::string_view> operation_ids();
// True if the operation needs the input with the letter `what`.
bool needs(const Operation& operation, char what);

// Returns the reason why an operation is not applicable to a kind; none if it is.
std::optional<std::string> why_not(const Operation& operation, const Kind& kind);

}  // namespace tcviz::inline gpu_ops
