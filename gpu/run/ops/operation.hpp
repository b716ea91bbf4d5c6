// The operations that are possible on a fragment in registers once its layout is known: a row each, with the text that
// both executors run, its needs, and the host reference that both are compared with. Pure data and functions of
// numbers.
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

// The way an operation works on the values of a thread.
enum class Form : std::uint8_t {
  Body,     // each value by itself: x = f(x, row, col, ...)
  Reduce,   // the values of a row (or column) become one, which all of its slots then hold
  Softmax,  // exp(x - max of the row) / sum of those
  Store,    // the fragment stays; `out` gets a row or column of it
  Split,    // x = f(memory) rounded to the type; a second fragment holds what rounding lost
  Place,    // one element by its place: the inverse formula finds its owners
};
enum class Axis : std::uint8_t { Rows, Columns };
enum class Fold : std::uint8_t { Sum, Max };

// The inputs of an operation. Sizes: matrix and memory rows * cols, u and v max(rows, cols).
struct Problem {
  const Kind* kind = nullptr;
  std::vector<double> matrix;  // before, row-major, numbers of the element type
  std::vector<double> memory;  // f32 values for the operations that load
  std::vector<double> u, v;    // f32 (f64 for f64 kinds)
  double a = 1, b = 0;
  int d = 0;

  double x(int row, int col) const { return matrix[static_cast<std::size_t>(row * kind->cols() + col)]; }
  double m(int row, int col) const { return memory[static_cast<std::size_t>(row * kind->cols() + col)]; }
};

struct Operation {
  std::string_view id, title;
  OperationGroup group = OperationGroup::Masks;
  Form form = Form::Body;
  std::string_view does;           // one sentence
  std::string_view known_as = {};  // its name in the paper (section) or in the library that grew from it; may be empty
  std::string_view body = {};      // C text; for Reduce, Softmax and Place only for people to read
  std::string_view needs = {};     // letters: a b d scalars, u v vectors, m the matrix in memory (in u)
  double a = 1, b = 0;             // usual values
  int d = 0;
  bool whole_numbers = true;  // makes sense for whole-number types
  bool narrow_only = false;   // only for types narrower than f32: f16, bf16, tf32
  Axis axis = Axis::Rows;
  Fold fold = Fold::Sum;
  // Returns the element after the operation, before it is rounded to the type; for Split and Store that of the
  // fragment.
  double (*reference)(const Problem&, int row, int col) = nullptr;
  // The largest difference of results from the reference, in ulps of the computing type for each number that is added;
  // 0: exact.
  double slack = 0;
};

std::span<const Operation> operations();
const Operation* find_operation(std::string_view id);
std::vector<std::string_view> operation_ids();
bool needs(const Operation& operation, char what);

// Returns the reason that an operation does not go with a kind; none if it does.
std::optional<std::string> why_not(const Operation& operation, const Kind& kind);

}  // namespace tcviz::inline gpu_ops
