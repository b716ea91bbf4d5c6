#include "gpu/run/ops/kernel_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "gpu/layout/product.hpp"
#include "gpu/run/ops/body.hpp"
#include "gpu/run/ops/kernel_parts.hpp"
#include "gpu/run/ops/kernel_types.hpp"
#include "gpu/run/ops/numbers.hpp"
#include "gpu/run/ops/problem.hpp"
#include "gpu/run/ops/ptx_fragments.hpp"

namespace tcviz::inline gpu_ops {
namespace {

// The parts that the kernels of one request are put together from.
struct Words {
  const KernelRequest& request;
  const Operation& operation;
  const Kind& kind;
  Partners partners;                  // of a fragment of mma.h
  std::optional<PtxInstruction> ptx;  // of any other
  bool sums;                          // the fragment is an accumulator: it can be stored as it is

  const Kind& sum() const { return ptx ? kind : *partners.sum; }
  std::string_view barrier() const { return kind.threads > 32 ? "__syncthreads()" : "__syncwarp()"; }
};

Words words_of(const KernelRequest& request) {
  const Kind& kind = *find_kind(request.layout->kind());
  const bool library = has_library(kind);
  return {request,
          *request.operation,
          kind,
          library ? partners_of(kind) : Partners{},
          library ? std::nullopt : std::optional(ptx_instruction(kind)),
          kind.operand == Operand::Accumulator};
}

std::string headers(const Words& words) {
  if (words.ptx) {
    const std::string_view name = element_text(words.kind.type).header;
    return name.empty() ? "" : fmt::format("#include <{}>\n\n", name);
  }
  std::set<std::string_view> names{"mma.h"};
  for (const Kind* kind : {words.partners.a, words.partners.b, words.partners.sum})
    names.insert(element_text(kind->type).header);
  std::string text;
  for (const std::string_view name : names) {
    if (!name.empty()) text += fmt::format("#include <{}>\n", name);
  }
  return text + "\nusing namespace nvcuda;\n\n";
}

std::string place_function(const Image& image) {
  return fmt::format(
      "__device__ constexpr int place(int row, int col) {{ return {}; }}\n",
      image.row_major ? fmt::format("row * {} + col", image.distance) : fmt::format("col * {} + row", image.distance));
}

// Returns the text as one line, whatever a file said.
std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == '\\') c = ' ';
  }
  return text;
}

// Returns definitions of those of C's constants that a text uses, for a compiler that does not define them.
std::string kernel_constants(std::string_view used_in) {
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
  std::string text = fmt::format("// {}: {}\n// {}; layout {}.\n{}", words.operation.title, words.operation.does,
                                 kind.id, one_line(describe(words.request.layout->provenance())), headers(words));
  text += kernel_constants(operation_text);
  text += fmt::format("constexpr int THREADS = {}, ROWS = {}, COLS = {}, TILE = {}, SIDE = {}, MEMORY = {};\n",
                      kind.threads, kind.rows(), kind.cols(), image.size, side,
                      needs(words.operation, 'm') ? kind.rows() * kind.cols() : side);
  text += fmt::format("using Stored = {};  // in memory\nusing Value = {};  // what is computed in\nusing Real = {};\n",
                      element_text(kind.type).memory, c_name(compute), compute == Compute::Double ? "double" : "float");
  if (!words.ptx) text += fmt::format("using Fragment = {};\n", fragment_text(kind));
  text += "\n// Where an element lies in a matrix in memory.\n" + place_function(image);
  return words.ptx ? text + ptx_declarations(*words.ptx) : text;
}

std::string formulae(const Words& words, const std::string& text) {
  if (text.empty()) return {};
  return fmt::format("\n// {}: proved on all {} slots.\n{}",
                     words.operation.form == Form::Place && !words.ptx
                         ? "Which thread holds an element, and in which x[i]"
                         : "Which element thread tid holds in x[i]",
                     words.request.layout->slots(), text);
}

// Returns the functions that move a fragment without a library to and from a matrix by the formulae.
std::string ptx_moves(const Words& words) {
  if (!words.ptx) return {};
  constexpr std::string_view each = "#pragma unroll\n  for (int i = 0; i < f.num_elements; ++i) ";
  return fmt::format(
      "\n__device__ inline void load(Fragment& f, const Stored* matrix, int tid) {{\n{0}f.x[i] = matrix[{1}];\n}}\n"
      "__device__ inline void store(Stored* matrix, const Fragment& f, int tid) {{\n{0}matrix[{1}] = f.x[i];\n}}\n",
      each, "place(row_of(tid, i), col_of(tid, i))");
}

std::string parameters(const Words& words) {
  const auto memory = [&](const Kind* kind) { return words.ptx ? "Word" : element_text(kind->type).memory; };
  return fmt::format(
      "const Stored* matrix, const {}* other_a, const {}* other_b,\n    const Real* u, const Real* v, Real a, Real b, "
      "int d, "
      "Value* out, {}* result, int count",
      memory(words.partners.a), memory(words.partners.b), element_text(words.sum().type).memory);
}

std::string head(const Words& words, std::string_view name) {
  return fmt::format(
      "\nextern \"C\" __global__ void {}({}) {{\n"
      "  const int tid = threadIdx.x % THREADS;\n"
      "  const long long number = blockIdx.x * {} + threadIdx.x / THREADS;  // {} for each fragment\n"
      "  if (number >= count) return;\n"
      "  u += number * MEMORY, v += number * SIDE, out += number * SIDE, matrix += number * TILE, result += number * "
      "{};\n",
      name, parameters(words), fragments_per_block(words.kind), words.kind.threads > 32 ? "a warpgroup" : "a warp",
      image_of(words.sum()).size);
}

std::string load_into(const Words& words, std::string_view fragment, std::string_view from) {
  if (words.ptx) return fmt::format("load({}, {}, tid);", fragment, from);
  return fmt::format("wmma::load_matrix_sync({}, {}, {}{});", fragment, from, image_of(words.kind).distance,
                     words.sums ? ", wmma::mem_row_major" : "");
}

std::string load(const Words& words, std::string_view from) { return load_into(words, "f", from); }

std::string declare_fragments(const Words& words) {
  return makes_second(words.operation) ? "  Fragment f, second;\n" : "  Fragment f;\n";
}

std::string load_other(const Kind& kind, std::string_view name, std::string_view from) {
  return fmt::format("  {} {};\n  wmma::load_matrix_sync({}, {}, {});\n", fragment_text(kind), name, name, from,
                     image_of(kind).distance);
}

// Returns the other operands of the products, and for A and B the sum.
std::string product_setup(const Words& words) {
  const Partners& partners = words.partners;
  if (words.ptx) return "  Left left;\n  load(left, other_a, tid);\n  Right right;\n  load(right, other_b, tid);\n";
  if (words.sums) return load_other(*partners.a, "left", "other_a") + load_other(*partners.b, "right", "other_b");
  const bool is_a = words.kind.operand == Operand::A;
  return (is_a ? load_other(*partners.b, "other", "other_b") : load_other(*partners.a, "other", "other_a")) +
         fmt::format("  {} sum;\n  wmma::fill_fragment(sum, {}(0));\n", fragment_text(*partners.sum),
                     element_text(partners.sum->type).memory);
}

std::string multiply(const Words& words, std::string_view indent) {
  if (words.ptx) return fmt::format("{}multiply(f, left, right);\n", indent);
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
  if (words.ptx) return "  store(result, f, tid);\n}\n";
  return fmt::format("  wmma::store_matrix_sync(result, {}, {}, wmma::mem_row_major);\n}}\n", words.sums ? "f" : "sum",
                     image_of(*words.partners.sum).distance);
}

std::string apply_call(const Words& words) {
  return fmt::format("apply(f, {}tid, {});\n", makes_second(words.operation) ? "second, " : "", scalar_arguments);
}

// Returns the product before the operation: a fragment without a library comes out of its instruction, whatever the
// operation is.
std::string multiply_before(const Words& words) {
  return words.ptx ? "  " + load(words, "matrix") + "\n" + product_setup(words) + multiply(words, "  ") : "";
}

bool needs_old(const Words& words) {
  return words.operation.form != Form::Split && (words.operation.form != Form::Body || words.request.reads_x);
}

// ---- the four kernels

std::string registers_alone(const Words& words) {
  std::string text = head(words, registers_kernel) + declare_fragments(words) + multiply_before(words);
  if (needs_old(words) && !words.ptx) text += "  " + load(words, "matrix") + "\n";
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
      "  __shared__ __align__(128) Stored tiles[{}][TILE];\n  Stored* const tile = tiles[threadIdx.x / THREADS];\n",
      fragments_per_block(words.kind));
  if (second) {
    text += fmt::format(
        "  __shared__ __align__(128) Stored seconds[{}][TILE];\n  Stored* const other_tile = seconds[threadIdx.x / "
        "THREADS];\n",
        fragments_per_block(words.kind));
  }
  return text;
}

std::string apply_staged_call(const Words& words, std::string_view indent) {
  std::string text =
      fmt::format("{0}{3};\n{0}apply_staged(tile, {1}tid, {2});\n{0}{3};\n", indent,
                  makes_second(words.operation) ? "other_tile, " : "", scalar_arguments, words.barrier());
  if (words.operation.form == Form::Store) return text;
  text += fmt::format("{}{}\n", indent, load(words, "tile"));
  if (makes_second(words.operation)) text += fmt::format("{}{}\n", indent, load_into(words, "second", "other_tile"));
  return text;
}

std::string store_to_tile(const Words& words, std::string_view indent) {
  if (words.ptx) return fmt::format("{}store(tile, f, tid);\n", indent);
  return fmt::format("{}wmma::store_matrix_sync(tile, f, {}, wmma::mem_row_major);\n", indent,
                     image_of(words.kind).distance);
}

// Returns the text that fills the tile of A or B: it comes from memory in any case, as no kernel stores such a
// fragment.
std::string copy_to_tile() { return "  for (int e = tid; e < TILE; e += THREADS) tile[e] = matrix[e];\n"; }

std::string staged_alone(const Words& words) {
  std::string text = head(words, staged_kernel) + tiles(words) + declare_fragments(words) + multiply_before(words);
  const std::string loaded = words.ptx ? "" : "  " + load(words, "matrix") + "\n";
  if (needs_old(words)) text += words.sums ? loaded + store_to_tile(words, "  ") : copy_to_tile();
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

// The loop that loads a fragment without a library. The instruction itself tells the element that a slot holds: A
// spells rows and B is all ones, or A is all ones and B spells columns. The loop puts the numbers there that the
// operation works on. The formulae under test have no part in that.
constexpr std::string_view load_where_it_is =
    "for (int i = 0; i < f.num_elements; ++i) {\n"
    "    const int row = static_cast<int>(row_there[tid * f.num_elements + i]);\n"
    "    const int col = static_cast<int>(col_there[tid * f.num_elements + i]);\n"
    "    const bool inside = row >= 0 && row < ROWS && col >= 0 && col < COLS;\n"
    "    f.x[i] = inside ? matrix[place(row, col)] : Stored(0);\n  }";

std::string add_up_text(const PtxInstruction& instruction) {
  return fmt::format(
      "\n// D = A * B of operands in memory, B after A.\n__device__ inline void add_up(Fragment& f, const Word* "
      "operands, int tid) {{\n  Left left;\n  load(left, operands, tid);\n  Right right;\n  load(right, operands + {}, "
      "tid);\n  for (int i = 0; i < f.num_elements; ++i) f.x[i] = Stored(0);\n  multiply(f, left, right);\n}}\n",
      instruction.a.words());
}

std::string check_head(const Words& words) {
  const std::string_view numbers = words.ptx ? "Word" : "Stored";
  return fmt::format(
      "{0}\nextern \"C\" __global__ void {1}(const Stored* matrix, const {2}* rows, const {2}* cols,\n    const "
      "Real* u, const "
      "Real* v, Real a, Real b, int d, Value* out, Value* before, Value* after, Value* lost, Value* row_there,\n    "
      "Value* "
      "col_there) {{\n  const int tid = threadIdx.x;\n{3}",
      words.ptx ? add_up_text(*words.ptx) : "", check_kernel, numbers, declare_fragments(words));
}

std::string check_text(const Words& words) {
  const ElementType type = words.kind.type;
  const std::string value = to_value(type, "f.x[i]");
  const std::string at = "[tid * f.num_elements + i]";
  std::string text = check_head(words);
  const auto keep = [&](std::string_view matrix, std::string_view into) {
    text += fmt::format("  {}\n  for (int i = 0; i < f.num_elements; ++i) {}{} = {};\n", matrix, into, at, value);
  };
  keep(words.ptx ? "add_up(f, rows, tid);" : load(words, "rows"), "row_there");
  keep(words.ptx ? "add_up(f, cols, tid);" : load(words, "cols"), "col_there");
  keep(words.ptx ? std::string(load_where_it_is) : load(words, "matrix"), "before");
  text += fmt::format("  {}  for (int i = 0; i < f.num_elements; ++i) after{} = {};\n", apply_call(words), at, value);
  if (makes_second(words.operation)) {
    text += fmt::format("  for (int i = 0; i < f.num_elements; ++i) lost{} = {};\n", at, to_value(type, "second.x[i]"));
  }
  return text + "}\n";
}

// Returns the reason that the other way is not timed: it needs the whole matrix in shared memory, beside the operand of
// the product. Empty if it is timed.
std::string why_untimed(const Words& words) {
  constexpr int most_shared_bytes = 48 << 10;  // the most that a block has without asking for more
  if (!words.ptx) return {};
  const int tiles = makes_second(words.operation) ? 2 : 1;
  const int staged = tiles * fragments_per_block(words.kind) * image_of(words.kind).bytes;
  const int needed = shared_bytes(*words.ptx) + std::max(staged, crossing_bytes(words.request));
  if (needed <= most_shared_bytes) return {};
  return fmt::format("not timed: the other way needs {} KiB of shared memory, and a block has 48 without asking",
                     (needed + 1023) / 1024);
}

}  // namespace

Partners partners_of(const Kind& kind) {
  const auto product = product_of(kind.id);
  if (!product || product->b.empty()) return {};
  return {find_kind(product->a), find_kind(product->b), find_kind(product->accumulator)};
}

std::vector<std::string> compile_options(const Kind& kind) {
  std::vector<std::string> options{"--fmad=false"};
  if (kind.one_generation) options.push_back(fmt::format("--gpu-architecture=sm_{}a", kind.since));
  return options;
}

ComputeCapability first_capability(const Kind& kind) {
  return has_library(kind) ? kind.since : ptx_instruction(kind).since;
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
                             ptx_moves(words) + (operate.empty() ? "" : "\n" + operate) +
                             "\n// The operation on a fragment, in registers.\n" + apply.value();
  texts.shown = common + registers_alone(words);
  texts.check = texts.shown + check_text(words);
  texts.untimed = why_untimed(words);
  texts.timing = texts.shown;
  if (!texts.untimed.empty()) return texts;
  texts.timing = texts.shown +
                 "\n// The same without knowing the layout: a warp changes the matrix in shared memory.\n" + staged +
                 registers_chain(words) + staged_alone(words) + staged_chain(words);
  return texts;
}

}  // namespace tcviz::inline gpu_ops
