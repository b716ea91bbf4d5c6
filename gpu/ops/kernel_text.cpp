#include "gpu/ops/kernel_text.hpp"

#include <fmt/format.h>

#include <set>

#include "gpu/layout/product.hpp"
#include "gpu/ops/body.hpp"
#include "gpu/ops/kernel_parts.hpp"
#include "gpu/ops/kernel_types.hpp"
#include "gpu/ops/numbers.hpp"
#include "gpu/ops/problem.hpp"

namespace tcviz {
namespace {

// What the kernels of one request are put together from.
struct Words {
  const KernelRequest& request;
  const Operation& operation;
  const Kind& kind;
  Partners partners;
  bool sums;  // the fragment is an accumulator: it can be stored as it is
};

Words words_of(const KernelRequest& request) {
  const Kind& kind = *find_kind(request.layout->kind());
  return {request, *request.operation, kind, partners_of(kind), kind.operand == Operand::Accumulator};
}

std::string headers(const Words& words) {
  std::set<std::string_view> names{"mma.h"};
  for (const Kind* kind : {words.partners.a, words.partners.b, words.partners.sum})
    names.insert(element_text(kind->type).header);
  std::string text;
  for (const std::string_view name : names) {
    if (!name.empty()) text += fmt::format("#include <{}>\n", name);
  }
  return text;
}

std::string place_function(const Image& image) {
  return fmt::format(
      "__device__ constexpr int place(int row, int col) {{ return {}; }}\n",
      image.row_major ? fmt::format("row * {} + col", image.distance) : fmt::format("col * {} + row", image.distance));
}

// One line, whatever a file said.
std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == '\\') c = ' ';
  }
  return text;
}

// Those of C's constants that a text uses, where its compiler does not define them.
std::string constants(std::string_view used_in) {
  std::string text;
  for (const auto& [name, value] : body_constant_texts) {
    if (used_in.find(name) == std::string_view::npos) continue;
    text += fmt::format("#ifndef {0}  // NVRTC knows no C headers\n#define {0} {1}\n#endif\n", name, value);
  }
  return text;
}

std::string prelude(const Words& words, std::string_view operation_text) {
  const Kind& kind = words.kind;
  const Image image = image_of(kind);
  const Compute compute = compute_of(kind.type);
  const int side = side_of(kind);
  std::string text = fmt::format("// {}: {}\n// {}; layout {}.\n{}\nusing namespace nvcuda;\n\n", words.operation.title,
                                 words.operation.does, kind.id, one_line(describe(words.request.layout->provenance())),
                                 headers(words));
  text += constants(operation_text);
  text += fmt::format("constexpr int ROWS = {}, COLS = {}, TILE = {}, SIDE = {}, MEMORY = {};\n", kind.rows(),
                      kind.cols(), image.size, side, needs(words.operation, 'm') ? kind.rows() * kind.cols() : side);
  text += fmt::format("using Stored = {};  // in memory\nusing Value = {};  // what is computed in\nusing Real = {};\n",
                      element_text(kind.type).memory, c_name(compute), compute == Compute::Double ? "double" : "float");
  text += fmt::format("using Fragment = {};\n\n// Where an element lies in a matrix in memory.\n{}",
                      fragment_text(kind), place_function(image));
  return text;
}

std::string formulae(const Words& words, const std::string& text) {
  if (text.empty()) return {};
  return fmt::format("\n// {}: proved on all {} slots.\n{}",
                     words.operation.form == Form::Place ? "Which thread holds an element, and in which x[i]"
                                                         : "Which element thread tid holds in x[i]",
                     words.request.layout->slots(), text);
}

std::string parameters(const Words& words) {
  return fmt::format(
      "const Stored* matrix, const {}* other_a, const {}* other_b,\n    const Real* u, const Real* v, Real a, Real b, "
      "int d, "
      "Value* out, {}* result, int count",
      element_text(words.partners.a->type).memory, element_text(words.partners.b->type).memory,
      element_text(words.partners.sum->type).memory);
}

std::string head(const Words& words, std::string_view name) {
  return fmt::format(
      "\nextern \"C\" __global__ void {}({}) {{\n"
      "  const int tid = threadIdx.x % 32, number = blockIdx.x * {} + threadIdx.x / 32;  // a warp for each fragment\n"
      "  if (number >= count) return;\n"
      "  u += number * MEMORY, v += number * SIDE, out += number * SIDE, matrix += number * TILE, result += number * "
      "{};\n",
      name, parameters(words), warps_per_block, image_of(*words.partners.sum).size);
}

std::string load(const Words& words, std::string_view from) {
  return fmt::format("wmma::load_matrix_sync(f, {}, {}{});", from, image_of(words.kind).distance,
                     words.sums ? ", wmma::mem_row_major" : "");
}

std::string declare_fragments(const Words& words) {
  return makes_second(words.operation) ? "  Fragment f, second;\n" : "  Fragment f;\n";
}

std::string load_other(const Kind& kind, std::string_view name, std::string_view from) {
  return fmt::format("  {} {};\n  wmma::load_matrix_sync({}, {}, {});\n", fragment_text(kind), name, name, from,
                     image_of(kind).distance);
}

// The other operands of the products, and for A and B the sum.
std::string product_setup(const Words& words) {
  const Partners& partners = words.partners;
  if (words.sums) return load_other(*partners.a, "left", "other_a") + load_other(*partners.b, "right", "other_b");
  const bool is_a = words.kind.operand == Operand::A;
  return (is_a ? load_other(*partners.b, "other", "other_b") : load_other(*partners.a, "other", "other_a")) +
         fmt::format("  {} sum;\n  wmma::fill_fragment(sum, {}(0));\n", fragment_text(*partners.sum),
                     element_text(partners.sum->type).memory);
}

std::string multiply(const Words& words, std::string_view indent) {
  const bool bits = words.partners.a->type == ElementType::B1;
  if (words.sums) return fmt::format("{}wmma::{}mma_sync(f, left, right, f);\n", indent, bits ? "b" : "");
  const bool is_a = words.kind.operand == Operand::A;
  std::string text = fmt::format("{}wmma::mma_sync(sum, {}, sum);\n", indent, is_a ? "f, other" : "other, f");
  if (makes_second(words.operation)) {
    text += fmt::format("{}wmma::mma_sync(sum, {}, sum);\n", indent, is_a ? "second, other" : "other, second");
  }
  return text;
}

std::string finish(const Words& words) {
  return fmt::format("  wmma::store_matrix_sync(result, {}, {}, wmma::mem_row_major);\n}}\n", words.sums ? "f" : "sum",
                     image_of(*words.partners.sum).distance);
}

std::string apply_call(const Words& words) {
  return fmt::format("apply(f, {}tid, {});\n", makes_second(words.operation) ? "second, " : "", scalar_arguments);
}

bool needs_old(const Words& words) {
  return words.operation.form != Form::Split && (words.operation.form != Form::Body || words.request.reads_x);
}

// ---- the four kernels

std::string registers_alone(const Words& words) {
  std::string text = head(words, registers_kernel) + declare_fragments(words);
  if (needs_old(words)) text += "  " + load(words, "matrix") + "\n";
  text += "  " + apply_call(words);
  if (!words.sums) text += product_setup(words) + multiply(words, "  ");
  return text + finish(words);
}

std::string chain_begin() {
  return fmt::format("#pragma unroll 1\n  for (int step = 0; step < {}; ++step) {{\n", chain_length);
}

std::string registers_chain(const Words& words) {
  std::string text = head(words, registers_chain_kernel) + declare_fragments(words) + "  " + load(words, "matrix") +
                     "\n" + product_setup(words) + chain_begin();
  if (words.sums) text += multiply(words, "    ");
  text += "    " + apply_call(words);
  if (!words.sums) text += multiply(words, "    ");
  return text + "  }\n" + finish(words);
}

std::string tiles(const Words& words) {
  const bool second = makes_second(words.operation);
  std::string text = fmt::format(
      "  __shared__ __align__(128) Stored tiles[{}][TILE];\n  Stored* const tile = tiles[threadIdx.x / 32];\n",
      warps_per_block);
  if (second) {
    text += fmt::format(
        "  __shared__ __align__(128) Stored seconds[{}][TILE];\n  Stored* const other_tile = seconds[threadIdx.x / "
        "32];\n",
        warps_per_block);
  }
  return text;
}

std::string apply_staged_call(const Words& words, std::string_view indent) {
  std::string text = fmt::format("{0}__syncwarp();\n{0}apply_staged(tile, {1}tid, {2});\n{0}__syncwarp();\n", indent,
                                 makes_second(words.operation) ? "other_tile, " : "", scalar_arguments);
  if (words.operation.form == Form::Store) return text;
  text += fmt::format("{}{}\n", indent, load(words, "tile"));
  if (makes_second(words.operation)) {
    text += fmt::format("{}wmma::load_matrix_sync(second, other_tile, {}{});\n", indent, image_of(words.kind).distance,
                        words.sums ? ", wmma::mem_row_major" : "");
  }
  return text;
}

std::string store_to_tile(const Words& words, std::string_view indent) {
  return fmt::format("{}wmma::store_matrix_sync(tile, f, {}, wmma::mem_row_major);\n", indent,
                     image_of(words.kind).distance);
}

// A and B come from memory in any case; nobody stores such a fragment.
std::string copy_to_tile() { return "  for (int e = tid; e < TILE; e += 32) tile[e] = matrix[e];\n"; }

std::string staged_alone(const Words& words) {
  std::string text = head(words, staged_kernel) + tiles(words) + declare_fragments(words);
  if (needs_old(words))
    text += words.sums ? "  " + load(words, "matrix") + "\n" + store_to_tile(words, "  ") : copy_to_tile();
  text += apply_staged_call(words, "  ");
  if (words.operation.form == Form::Store && !words.sums) text += "  " + load(words, "tile") + "\n";
  if (!words.sums) text += product_setup(words) + multiply(words, "  ");
  return text + finish(words);
}

std::string staged_chain(const Words& words) {
  std::string text = head(words, staged_chain_kernel) + tiles(words) + declare_fragments(words) + product_setup(words);
  text += words.sums ? "  " + load(words, "matrix") + "\n" : copy_to_tile();
  if (words.operation.form == Form::Store && !words.sums) text += "  __syncwarp();\n  " + load(words, "tile") + "\n";
  text += chain_begin();
  if (words.sums) text += multiply(words, "    ") + (needs_old(words) ? store_to_tile(words, "    ") : "");
  text += apply_staged_call(words, "    ");
  if (!words.sums) text += multiply(words, "    ");
  return text + "  }\n" + finish(words);
}

std::string check_text(const Words& words) {
  const ElementType type = words.kind.type;
  const std::string value = to_value(type, "f.x[i]");
  const std::string at = "[tid * f.num_elements + i]";
  std::string text = fmt::format(
      "\nextern \"C\" __global__ void {}(const Stored* matrix, const Stored* rows, const Stored* cols,\n    const "
      "Real* u, const "
      "Real* v, Real a, Real b, int d, Value* out, Value* before, Value* after, Value* lost, Value* row_there,\n    "
      "Value* "
      "col_there) {{\n  const int tid = threadIdx.x;\n{}",
      check_kernel, declare_fragments(words));
  const auto keep = [&](std::string_view matrix, std::string_view into) {
    text += fmt::format("  {}\n  for (int i = 0; i < f.num_elements; ++i) {}{} = {};\n", load(words, matrix), into, at,
                        value);
  };
  keep("rows", "row_there");
  keep("cols", "col_there");
  keep("matrix", "before");
  text += fmt::format("  {}  for (int i = 0; i < f.num_elements; ++i) after{} = {};\n", apply_call(words), at, value);
  if (makes_second(words.operation)) {
    text += fmt::format("  for (int i = 0; i < f.num_elements; ++i) lost{} = {};\n", at, to_value(type, "second.x[i]"));
  }
  return text + "}\n";
}

}  // namespace

Partners partners_of(const Kind& kind) {
  const auto product = product_of(kind.id);
  if (!product) return {};
  return {find_kind(product->a), find_kind(product->b), find_kind(product->accumulator)};
}

Result<KernelTexts> kernel_texts(const KernelRequest& request) {
  const Words words = words_of(request);
  const auto formula = formula_text(request);
  if (!formula) return formula.error();
  const auto apply = apply_text(request);
  if (!apply) return apply.error();
  const std::string operate = operate_text(request), staged = apply_staged_text(request);
  KernelTexts texts;
  const std::string common = prelude(words, operate + apply.value() + staged) + formulae(words, formula.value()) +
                             (operate.empty() ? "" : "\n" + operate) +
                             "\n// The operation on a fragment, in registers.\n" + apply.value();
  texts.shown = common + registers_alone(words);
  texts.check = texts.shown + check_text(words);
  texts.timing =
      texts.shown +
      "\n// The same by somebody who does not know the layout: a warp changes the matrix in shared memory.\n" +
      staged + registers_chain(words) + staged_alone(words) + staged_chain(words);
  return texts;
}

}  // namespace tcviz
