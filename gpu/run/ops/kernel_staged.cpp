// The way without knowing the layout: the matrix goes through shared memory, in which rows and columns are known.
#include <fmt/format.h>

#include "gpu/run/ops/kernel_parts.hpp"
#include "gpu/run/ops/kernel_types.hpp"
#include "gpu/run/ops/numbers.hpp"

namespace tcviz::inline gpu_ops {
namespace {

std::string element(ElementType type, std::string_view row, std::string_view col) {
  return to_value(type, fmt::format("tile[place({}, {})]", row, col));
}

constexpr std::string_view each_staged =
    "  for (int e = tid; e < ROWS * COLS; e += THREADS) {\n    const int row = e / COLS, col = e % COLS;\n";

std::string body_staged(ElementType type, bool reads_x) {
  return fmt::format(
      "{}    Value x = {};\n    operate(x, row, col, tid, e / THREADS, {});\n    tile[place(row, col)] = {};\n  }}\n",
      each_staged, reads_x ? element(type, "row", "col") : "0", scalar_arguments, to_memory(type, "x"));
}

// The loops of a kernel with a thread for each row (column).
struct Lines {
  std::string_view count, length, row, col;
};
Lines lines_of(Axis axis) {
  return axis == Axis::Rows ? Lines{"ROWS", "COLS", "line", "n"} : Lines{"COLS", "ROWS", "n", "line"};
}

std::string reduce_staged(const Operation& operation, ElementType type) {
  const Lines lines = lines_of(operation.axis);
  const std::string value = element(type, lines.row, lines.col);
  const std::string folded = operation.fold == Fold::Max ? "y > z ? y : z" : "y + z";
  return fmt::format(
      "  for (int line = tid; line < {0}; line += THREADS) {{\n    int n = 0;\n    Value y = {2};\n"
      "    for (n = 1; n < {1}; ++n) {{\n      const Value z = {2};\n      y = {3};\n    }}\n"
      "    for (n = 0; n < {1}; ++n) tile[place({4}, {5})] = {6};\n  }}\n",
      lines.count, lines.length, value, folded, lines.row, lines.col, to_memory(type, "y"));
}

std::string softmax_staged(ElementType type) {
  const std::string value = element(type, "row", "n");
  const std::string_view exp = compute_of(type) == Compute::Double ? "exp" : "expf";
  return fmt::format(
      "  for (int row = tid; row < ROWS; row += THREADS) {{\n    Value top = -INFINITY, all = 0;\n"
      "    for (int n = 0; n < COLS; ++n) top = {0} > top ? {0} : top;\n"
      "    for (int n = 0; n < COLS; ++n) all += {1}({0} - top);\n"
      "    for (int n = 0; n < COLS; ++n) tile[place(row, n)] = {2};\n  }}\n",
      value, exp, to_memory(type, fmt::format("{}({} - top) / all", exp, value)));
}

std::string store_staged(const Operation& operation, ElementType type) {
  const bool rows = operation.axis == Axis::Rows;
  return fmt::format("  for (int n = tid; n < {}; n += THREADS) out[n] = {};\n", rows ? "ROWS" : "COLS",
                     element(type, rows ? "n" : "0", rows ? "0" : "n"));
}

std::string split_staged(ElementType type) {
  return fmt::format(
      "{}    const Real exact = u[e];\n    tile[place(row, col)] = {};\n    second[place(row, col)] = {};\n  }}\n",
      each_staged, to_memory(type, "exact"), to_memory(type, "exact - " + element(type, "row", "col")));
}

std::string statements(const KernelRequest& request, ElementType type) {
  const Operation& operation = *request.operation;
  switch (operation.form) {
    case Form::Body:
      return body_staged(type, request.reads_x);
    case Form::Reduce:
      return reduce_staged(operation, type);
    case Form::Softmax:
      return softmax_staged(type);
    case Form::Store:
      return store_staged(operation, type);
    case Form::Split:
      return split_staged(type);
    case Form::Place:
      return fmt::format("  if (tid == 0) tile[place(d, d)] = {};\n", to_memory(type, "static_cast<Value>(a)"));
  }
  return {};
}

}  // namespace

std::string apply_staged_text(const KernelRequest& request) {
  const Kind& kind = *find_kind(request.layout->kind());
  return fmt::format("__device__ inline void apply_staged(Stored* tile, {}int tid, {}) {{\n{}}}\n",
                     makes_second(*request.operation) ? "Stored* second, " : "", scalar_parameters,
                     statements(request, kind.type));
}

}  // namespace tcviz::inline gpu_ops
