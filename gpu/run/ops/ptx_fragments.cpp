#include "gpu/run/ops/ptx_fragments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "gpu/layout/product.hpp"

namespace tcviz::inline gpu_ops {
namespace {

int words_of_thread(const PtxOperand& operand, int threads) {
  return operand.lines * operand.k * element_bits(operand.type) / operand.word_bits() / threads;
}

PtxInstruction warp_instruction(const Kind& sum) {
  PtxInstruction made;
  const auto product = product_of(sum.id);
  const Kind& a = *find_kind(product->a);
  made.a = {a.type, sum.rows(), sum.shape.k};
  made.b = {a.type, sum.shape.n * sum.stack, sum.shape.k};
  const std::string_view type = name_of(a.type), total = name_of(sum.type);
  const bool bits = a.type == ElementType::B1;
  made.name = fmt::format("mma.sync.aligned.{}.row.col.{}.{}.{}.{}{}", name_of(sum.shape), total, type, type, total,
                          bits ? ".and.popc" : "");
  made.since = std::max({sum.since, a.since, bits ? 80 : 0});  // 7.5 has .xor.popc alone
  return made;
}

PtxInstruction warpgroup_instruction(const Kind& sum) {
  PtxInstruction made;
  const ElementType type = sum.type == ElementType::S32 ? ElementType::S8 : ElementType::F16;
  const int k = depth_of(Family::Wgmma, type);
  made.a = {type, sum.shape.m, k};
  made.b = {type, sum.shape.n, k};
  made.name = fmt::format("wgmma.mma_async.sync.aligned.m{}n{}k{}.{}.{}.{}", sum.shape.m, sum.shape.n, k,
                          name_of(sum.type), name_of(type), name_of(type));
  made.b_is_shared = true;
  made.since = sum.since;
  return made;
}

bool is_quad_pair(const PtxInstruction& instruction) { return instruction.sum->stack > 1; }

// ---- the text

std::string_view constraint_of(ElementType type) {
  return type == ElementType::F32 ? "f" : type == ElementType::F64 ? "d" : "r";
}

// The operands of an asm statement, eight to a line.
class AsmOperands {
 public:
  // Adds `count` operands, each its number in the format `form`; returns "{%0, %1}".
  std::string add(std::vector<std::string>& to, int count, std::string_view form) {
    std::string names;
    for (int n = 0; n < count; ++n) {
      to.push_back(fmt::format(fmt::runtime(form), n));
      names += fmt::format("{}%{}", n == 0 ? "" : ", ", next_++);
    }
    return "{" + names + "}";
  }

 private:
  int next_ = 0;
};

std::string in_lines(const std::vector<std::string>& operands) {
  std::string text;
  for (std::size_t n = 0; n < operands.size(); ++n)
    text += (n == 0 ? "" : n % 8 == 0 ? ",\n        " : ", ") + operands[n];
  return text;
}

std::string sum_operand(const Kind& sum) {
  if (sum.type == ElementType::F16) return "\"+r\"(d[{}])";
  return fmt::format("\"+{}\"(f.x[{{}}])", constraint_of(sum.type));
}

int sum_registers(const Kind& sum) { return sum.type == ElementType::F16 ? sum.values / 2 : sum.values; }

std::string multiply_head(const Kind& sum) {
  std::string text = "\n__device__ inline void multiply(Fragment& f, const Left& left, const Right& right) {\n";
  if (sum.type == ElementType::F16) text += "  unsigned* const d = reinterpret_cast<unsigned*>(f.x);  // two to each\n";
  return text;
}

std::string multiply_of_warp(const PtxInstruction& instruction) {
  AsmOperands names;
  std::vector<std::string> outputs, inputs;
  const std::string_view word = instruction.a.word_bits() == 64 ? "d" : "r";
  const std::string d = names.add(outputs, sum_registers(*instruction.sum), sum_operand(*instruction.sum));
  const std::string a =
      names.add(inputs, words_of_thread(instruction.a, instruction.threads), fmt::format("\"{}\"(left.w[{{}}])", word));
  const std::string b = names.add(inputs, words_of_thread(instruction.b, instruction.threads),
                                  fmt::format("\"{}\"(right.w[{{}}])", word));
  return fmt::format("{}  asm volatile(\n      \"{} \"\n      \"{}, {}, {}, {};\\n\"\n      : {}\n      : {});\n}}\n",
                     multiply_head(*instruction.sum), instruction.name, d, a, b, d, in_lines(outputs),
                     in_lines(inputs));
}

// Cuts a string literal of the text after some operands, so that people can read it.
std::string cut(std::string_view operands) {
  std::string text;
  for (const char c : operands) {
    text += c;
    if (c == ',' && text.size() - std::min(text.size(), text.rfind('\n') + 1) > 90) text += "\"\n      \"";
  }
  return text;
}

std::string multiply_of_warpgroup(const PtxInstruction& instruction) {
  AsmOperands names;
  std::vector<std::string> outputs, inputs;
  const std::string d = names.add(outputs, sum_registers(*instruction.sum), sum_operand(*instruction.sum));
  const std::string a = names.add(inputs, words_of_thread(instruction.a, instruction.threads), "\"r\"(left.w[{}])");
  inputs.push_back("\"l\"(right.descriptor)");
  // C is added (the predicate 1); floating-point types have the signs of A and B; B of 16 bits is not transposed.
  const bool whole = instruction.sum->type == ElementType::S32;
  return fmt::format(
      "{}  asm volatile(\n      \"wgmma.fence.sync.aligned;\\n\"\n      \"{} \"\n      \"{}, \"\n      \"{}, %{}, "
      "1{}{};\\n\"\n      \"wgmma.commit_group.sync.aligned;\\n\"\n      \"wgmma.wait_group.sync.aligned 0;\\n\"\n     "
      " "
      ": {}\n      : {}\n      : \"memory\");\n}}\n",
      multiply_head(*instruction.sum), instruction.name, cut(d), a, outputs.size() + inputs.size() - 1,
      whole ? "" : ", 1, 1", element_bits(instruction.a.type) == 16 ? ", 0" : "", in_lines(outputs), in_lines(inputs));
}

std::string place_functions(std::string_view letter, std::string_view line, const PtxPlaces& places) {
  return fmt::format(
      "__device__ constexpr int {0}_{1}(int tid, int w) {{ return {2}; }}\n"
      "__device__ constexpr int {0}_word(int tid, int w) {{ return {3}; }}\n",
      letter, line, places.line, places.word);
}

struct Side {
  std::string_view type, letter, line;
};

std::string registers_text(const PtxInstruction& instruction, const PtxOperand& operand, const Side& side,
                           const PtxPlaces& places) {
  const int words = words_of_thread(operand, instruction.threads);
  return fmt::format(
      "\nstruct {0} {{\n  Word w[{1}];\n}};\n{2}__device__ inline void load({0}& to, const Word* memory, int tid) {{\n"
      "#pragma unroll\n  for (int w = 0; w < {1}; ++w) to.w[w] = memory[{3}_{4}(tid, w) * {5} + {3}_word(tid, w)];\n"
      "}}\n",
      side.type, words, place_functions(side.letter, side.line, places), side.letter, side.line, operand.line_words());
}

// Returns the text of B in shared memory. PTX ISA, "Asynchronous Warpgroup Level Matrix Shared Memory Layout", K-major
// without swizzle: blocks of 8 columns by 16 bytes along k, those along k behind one another. Descriptor: [13:0]
// address / 16, [29:16] bytes between blocks along k / 16, [45:32] between blocks along n / 16.
std::string shared_operand_text(const PtxOperand& b) {
  return fmt::format(
      "\n// B goes through shared memory: blocks of 8 columns by 16 bytes, two of them along k.\nstruct Right {{\n"
      "  unsigned long long descriptor;\n}};\n"
      "__device__ inline void load(Right& to, const Word* memory, int tid) {{\n"
      "  __shared__ __align__(128) Word words[{0}];\n  __syncthreads();\n"
      "  for (int e = tid; e < {0}; e += THREADS) {{\n    const int col = e / 8, w = e % 8;\n"
      "    words[(col / 8 * 2 + w / 4) * 32 + col % 8 * 4 + w % 4] = memory[e];\n  }}\n"
      "  asm volatile(\"fence.proxy.async;\\n\" ::: \"memory\");\n  __syncthreads();\n"
      "  const unsigned long long address = __cvta_generic_to_shared(words);\n"
      "  to.descriptor = (address & 0x3FFFF) >> 4 | 128ull >> 4 << 16 | 256ull >> 4 << 32;\n}}\n",
      b.words());
}

}  // namespace

int PtxOperand::word_bits() const { return type == ElementType::F64 ? 64 : 32; }

int PtxOperand::line_words() const { return (k * element_bits(type) + 127) / 128 * 128 / word_bits(); }

bool has_library(const Kind& kind) { return kind.family == Family::Wmma; }

PtxInstruction ptx_instruction(const Kind& accumulator) {
  PtxInstruction made =
      accumulator.family == Family::Wgmma ? warpgroup_instruction(accumulator) : warp_instruction(accumulator);
  made.sum = &accumulator;
  made.threads = accumulator.threads;
  made.columns = accumulator.shape.n;
  return made;
}

PtxPlaces places_of_a(const PtxInstruction& instruction) {
  if (is_quad_pair(instruction)) return places_of_b(instruction);
  if (instruction.b_is_shared) return {"tid / 32 * 16 + tid % 32 / 4 + w % 2 * 8", "w / 2 * 4 + tid % 4"};
  if (instruction.sum->shape.m == 16) return {"tid / 4 + w % 2 * 8", "w / 2 * 4 + tid % 4"};
  return {"tid / 4", "w * 4 + tid % 4"};
}

PtxPlaces places_of_b(const PtxInstruction& instruction) {
  if (is_quad_pair(instruction)) return {"tid / 4 % 4 * 8 + tid / 16 * 4 + tid % 4", "w"};
  return {"tid / 4", "w * 4 + tid % 4"};
}

std::string ptx_declarations(const PtxInstruction& instruction) {
  const Kind& sum = *instruction.sum;
  std::string text = fmt::format(
      "\n// The registers of {0}.\nusing Word = {1};\nstruct Fragment {{\n  static constexpr int num_elements = {2};\n"
      "  alignas({3}) Stored x[num_elements];\n}};\n",
      instruction.name, instruction.a.word_bits() == 64 ? "double" : "unsigned", sum.values,
      std::max(4, element_bits(sum.type) / 8));
  if (instruction.b_is_shared) text += "// nvcc takes it with -gencode arch=compute_90a,code=sm_90a.\n";
  text += "\n// A lies in memory row by row, B column by column, in words of one register.";
  text += registers_text(instruction, instruction.a, {"Left", "a", "row"}, places_of_a(instruction));
  if (instruction.b_is_shared) return text + shared_operand_text(instruction.b) + multiply_of_warpgroup(instruction);
  text += registers_text(instruction, instruction.b, {"Right", "b", "col"}, places_of_b(instruction));
  return text + multiply_of_warp(instruction);
}

int shared_bytes(const PtxInstruction& instruction) { return instruction.b_is_shared ? instruction.b.words() * 4 : 0; }

}  // namespace tcviz::inline gpu_ops
