#include <fmt/format.h>

#include <algorithm>

#include "gpu/language/deduce/deduce.hpp"
#include "gpu/run/ops/kernel_parts.hpp"
#include "gpu/run/ops/kernel_types.hpp"
#include "gpu/run/ops/numbers.hpp"
#include "gpu/run/ops/ptx_fragments.hpp"
#include "gpu/run/ops/reduction.hpp"

namespace tcviz::inline gpu_ops {
namespace {

const Kind& kind_of(const KernelRequest& request) { return *find_kind(request.layout->kind()); }

std::string function(std::string_view name, std::string_view parameters, const Spelling& spelling) {
  return fmt::format("__device__ constexpr int {}({}) {{ return {}; }}\n", name, parameters, spelling.formula.text);
}

// Returns functions that look up the map itself, for a layout without a short formula.
std::string table_text(const Layout& layout) {
  std::string text = fmt::format("__constant__ const unsigned short element_of[{}] = {{", layout.slots());
  for (int n = 0; n < layout.slots(); ++n) {
    text += fmt::format("{}{}{}", n == 0 ? "" : ",", n % 16 == 0 ? "\n    " : " ",
                        std::max(layout.map()[static_cast<std::size_t>(n)], 0));
  }
  return text + fmt::format(
                    "}};\n__device__ int row_of(int tid, int i) {{ return element_of[tid * {0} + i] / COLS; }}\n"
                    "__device__ int col_of(int tid, int i) {{ return element_of[tid * {0} + i] % COLS; }}\n",
                    layout.values());
}

Result<std::string> inverse_text(const Layout& layout) {
  const auto inverse = deduce_inverse(layout, Style::C);
  if (!inverse || !inverse.value().tid || !inverse.value().i) {
    return unavailable(fmt::format("{}: no inverse formula was found for this layout", layout.kind()));
  }
  const Deduction& deduction = inverse.value();
  const std::string parameters = deduction.replicas > 1 ? "int row, int col, int r" : "int row, int col";
  return fmt::format("constexpr int OWNERS = {};\n", deduction.replicas) +
         function("tid_of", parameters, *deduction.tid) + function("i_of", parameters, *deduction.i);
}

// ---- folding

// The values of a thread that are folded together: the lowest of them stands for all.
class Classes {
 public:
  int lowest(int i) const {
    for (const int mask : masks_) i = std::min(i, i ^ mask);
    return i;
  }
  void join(int mask) {
    mask = lowest(mask);
    for (int& other : masks_) other = std::min(other, other ^ mask);
    masks_.push_back(mask);
    std::sort(masks_.rbegin(), masks_.rend());
  }

 private:
  std::vector<int> masks_;
};

std::vector<int> representatives(const Classes& classes, int values) {
  std::vector<int> found;
  for (int i = 0; i < values; ++i) {
    if (classes.lowest(i) == i) found.push_back(i);
  }
  return found;
}

// Returns a fold within the thread. If the number of values is no power of two, some have no partner: nothing is folded
// into them.
std::string thread_step(const Classes& before, const Classes& after, int mask, int values) {
  std::string text;
  for (const int i : representatives(after, values)) {
    const int partner = before.lowest(i ^ mask);
    if (partner < values) text += fmt::format("  y[{0}] = fold(y[{0}], y[{1}]);\n", i, partner);
  }
  return text;
}

// Returns a fold by shuffles. Takes all partners' values first, since a partner may want a value that this fold
// changes.
std::string shuffle_step(const Classes& classes, const FoldStep& step, int values) {
  std::string take, fold;
  for (const int i : representatives(classes, values)) {
    const int partner = classes.lowest(i ^ step.i_xor);
    if (partner >= values) continue;
    take += fmt::format("    const Value z{} = __shfl_xor_sync(0xffffffff, y[{}], {});\n", i, partner, step.tid_xor);
    fold += fmt::format("    y[{0}] = fold(y[{0}], z{0});\n", i);
  }
  return "  {\n" + take + fold + "  }\n";
}

// Returns a fold across warps: threads of other warps are out of a shuffle's reach, so the values cross in shared
// memory.
std::string crossing_step(const Classes& classes, const FoldStep& step, int values) {
  std::string give, fold;
  int places = 0;
  for (const int i : representatives(classes, values)) {
    const int partner = classes.lowest(i ^ step.i_xor);
    if (partner >= values) continue;
    give += fmt::format("    crossing[{}][threadIdx.x] = y[{}];\n", places, partner);
    fold += fmt::format("    y[{0}] = fold(y[{0}], crossing[{1}][threadIdx.x ^ {2}]);\n", i, places++, step.tid_xor);
  }
  return "  {\n    __syncthreads();\n" + give + "    __syncthreads();\n" + fold + "  }\n";
}

bool crosses(const FoldStep& step) { return step.tid_xor >= threads_of_warp; }

// Returns the number of values that are not folded into others within a thread.
std::size_t folded_values(std::span<const FoldStep> steps, int values) {
  Classes classes;
  for (const FoldStep& step : steps) {
    if (step.tid_xor == 0) classes.join(step.i_xor);
  }
  return representatives(classes, values).size();
}

Result<std::string> fold_text(const KernelRequest& request) {
  const Operation& operation = *request.operation;
  const auto steps = fold_steps(*request.layout, operation.axis);
  if (!steps) return steps.error();
  const int values = request.layout->values();
  const std::string_view line = operation.axis == Axis::Rows ? "row" : "column";
  std::string text = fmt::format(
      "// y[i] becomes the fold of the {} that x[i] is in. First the values of this thread, then those of the threads\n"
      "// that hold the rest of it, then back to every value.\ntemplate <class Fold>\n"
      "__device__ inline void fold_all(Value (&y)[{}], Fold fold) {{\n",
      line, values);
  if (std::ranges::any_of(steps.value(), crosses)) {
    text += fmt::format("  __shared__ Value crossing[{}][THREADS];  // of a block of one fragment\n",
                        folded_values(steps.value(), values));
  }
  Classes classes;
  for (const FoldStep& step : steps.value()) {
    if (step.tid_xor != 0) {
      text += crosses(step) ? crossing_step(classes, step, values) : shuffle_step(classes, step, values);
      continue;
    }
    const Classes before = classes;
    classes.join(step.i_xor);
    text += thread_step(before, classes, step.i_xor, values);
  }
  for (int i = 0; i < values; ++i) {
    if (classes.lowest(i) != i) text += fmt::format("  y[{}] = y[{}];\n", i, classes.lowest(i));
  }
  return text + "}\n";
}

// Returns the function that makes one of two values, as the kernels spell it.
std::string fold_function(Fold fold) {
  return fold == Fold::Max ? "[](Value l, Value r) { return l > r ? l : r; }"
                           : "[](Value l, Value r) { return l + r; }";
}

std::string apply_head(const Operation& operation) {
  return fmt::format("__device__ inline void apply(Fragment& f, {}int tid, {}) {{\n",
                     makes_second(operation) ? "Fragment& second, " : "", scalar_parameters);
}

constexpr std::string_view each = "#pragma unroll\n  for (int i = 0; i < f.num_elements; ++i) ";

std::string body_apply(ElementType type, bool reads_x) {
  return fmt::format(
      "{}{{\n    Value x = {};\n    operate(x, row_of(tid, i), col_of(tid, i), tid, i, {});\n    f.x[i] = {};\n  }}\n",
      each, reads_x ? to_value(type, "f.x[i]") : "0", scalar_arguments, to_memory(type, "x"));
}

std::string reduce_apply(const KernelRequest& request, ElementType type) {
  return fmt::format("  Value y[{}];\n{}y[i] = {};\n  fold_all(y, {});\n{}f.x[i] = {};\n", request.layout->values(),
                     each, to_value(type, "f.x[i]"), fold_function(request.operation->fold), each,
                     to_memory(type, "y[i]"));
}

std::string softmax_apply(const KernelRequest& request, ElementType type) {
  const std::string exp = compute_of(type) == Compute::Double ? "exp" : "expf";
  return fmt::format(
      "  Value y[{0}], top[{0}];\n{1}top[i] = y[i] = {2};\n  fold_all(top, {3});\n"
      "{1}top[i] = y[i] = {4}(y[i] - top[i]);\n  fold_all(top, {5});\n{1}f.x[i] = {6};\n",
      request.layout->values(), each, to_value(type, "f.x[i]"), fold_function(Fold::Max), exp, fold_function(Fold::Sum),
      to_memory(type, "y[i] / top[i]"));
}

// Returns the values that hold the first copies of their elements in every thread, a bit each; all if copies lie across
// threads.
unsigned first_copies(const Layout& layout) {
  if (layout.values() > 32) return ~0u;
  unsigned copies = 0, firsts = 0;
  for (int n = 0; n < layout.slots(); ++n) {
    const auto element = layout.element(layout.slot(n));
    if (element) (layout.owner_slots(*element).front() == n ? firsts : copies) |= 1u << layout.slot(n).i;
  }
  return (firsts & copies) == 0 ? firsts : ~0u;
}

std::string store_apply(const KernelRequest& request, ElementType type) {
  const bool rows = request.operation->axis == Axis::Rows;
  const unsigned firsts = first_copies(*request.layout);
  const std::string once = firsts == ~0u ? "" : fmt::format("({:#x} >> i & 1) && ", firsts);  // of copies one is enough
  return fmt::format("{}{{\n    if ({}{}_of(tid, i) == 0) out[{}_of(tid, i)] = {};\n  }}\n", each, once,
                     rows ? "col" : "row", rows ? "row" : "col", to_value(type, "f.x[i]"));
}

std::string split_apply(ElementType type) {
  return fmt::format(
      "{}{{\n    const Real exact = u[row_of(tid, i) * COLS + col_of(tid, i)];\n    f.x[i] = {};\n"
      "    second.x[i] = {};\n  }}\n",
      each, to_memory(type, "exact"), to_memory(type, "exact - " + to_value(type, "f.x[i]")));
}

// Returns the operation of Form::Place, without x[i] for an i that is known only at run time: that would move the
// fragment out of the registers.
std::string map_apply(const KernelRequest& request, ElementType type) {
  if (!inverse_text(*request.layout)) {
    return fmt::format("{}{{\n    if (row_of(tid, i) == d && col_of(tid, i) == d) f.x[i] = {};\n  }}\n", each,
                       to_memory(type, "static_cast<Value>(a)"));
  }
  const bool several = request.layout->replication() > 1;
  return fmt::format(
      "  for (int r = 0; r < OWNERS; ++r) {{\n    if (tid != tid_of(d, d{0})) continue;\n#pragma unroll\n"
      "    for (int i = 0; i < f.num_elements; ++i) f.x[i] = i == i_of(d, d{0}) ? {1} : f.x[i];\n  }}\n",
      several ? ", r" : "", to_memory(type, "static_cast<Value>(a)"));
}

}  // namespace

int crossing_bytes(const KernelRequest& request) {
  if (request.operation->form != Form::Reduce && request.operation->form != Form::Softmax) return 0;
  const auto steps = fold_steps(*request.layout, request.operation->axis);
  if (!steps || std::ranges::none_of(steps.value(), crosses)) return 0;
  const int size = compute_of(kind_of(request).type) == Compute::Double ? 8 : 4;
  return static_cast<int>(folded_values(steps.value(), request.layout->values())) * request.layout->threads() * size;
}

bool makes_second(const Operation& operation) { return operation.form == Form::Split; }

Result<std::string> formula_text(const KernelRequest& request) {
  const bool library = has_library(kind_of(request));  // it loads and stores by itself
  if (library && request.operation->form == Form::Place) return inverse_text(*request.layout);
  if (library && (request.operation->form == Form::Reduce || request.operation->form == Form::Softmax))
    return std::string();
  std::string inverse;
  if (request.operation->form == Form::Place) {
    if (auto text = inverse_text(*request.layout)) inverse = std::move(text.value());
  }
  const auto deduced = deduce(*request.layout, Style::C, nullptr);
  if (!deduced) return deduced.error();
  const Deduction& deduction = deduced.value();
  if (deduction.is_table || !deduction.row || !deduction.col) return table_text(*request.layout) + inverse;
  return inverse + function("row_of", "int tid, int i", *deduction.row) +
         function("col_of", "int tid, int i", *deduction.col);
}

std::string operate_text(const KernelRequest& request) {
  if (request.operation->form != Form::Body) return {};
  const std::string head = fmt::format(
      "__device__ inline void operate(Value& x, int row, int col, int tid, int i, {}) {{\n", scalar_parameters);
  if (request.own_body.empty()) return fmt::format("{}  {}\n}}\n", head, request.operation->body);
  return fmt::format("{}#line 1 \"{}\"\n{}\n#line 1 \"kernel\"\n}}\n", head, body_file, request.own_body);
}

Result<std::string> apply_text(const KernelRequest& request) {
  const ElementType type = kind_of(request).type;
  const std::string head = apply_head(*request.operation);
  switch (request.operation->form) {
    case Form::Body:
      return head + body_apply(type, request.reads_x) + "}\n";
    case Form::Store:
      return head + store_apply(request, type) + "}\n";
    case Form::Split:
      return head + split_apply(type) + "}\n";
    case Form::Place:
      return head + map_apply(request, type) + "}\n";
    case Form::Reduce:
    case Form::Softmax:
      break;
  }
  const auto folds = fold_text(request);
  if (!folds) return folds.error();
  const bool softmax = request.operation->form == Form::Softmax;
  return folds.value() + "\n" + head + (softmax ? softmax_apply(request, type) : reduce_apply(request, type)) + "}\n";
}

}  // namespace tcviz::inline gpu_ops
