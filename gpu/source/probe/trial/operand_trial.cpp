// A and B, slot by slot: the other operand spells k, D shows it.
#include <fmt/format.h>

#include <unordered_map>

#include "gpu/layout/element_value.hpp"
#include "gpu/source/probe/trial/hot_trial.hpp"
#include "gpu/source/probe/trial/tensor_trial.hpp"

namespace tcviz::inline gpu_probe {
namespace {

// Returns a whole number for the lines of D that tell k: digits of k, each plus one, so that none is zero and every
// type from four bits on has it. One-bit types: the bits of k, and in a second pattern their inverse.
int code_of(ElementType type, int line, int k, int pattern) {
  if (type == ElementType::B1) return (k >> line % 8 & 1) ^ pattern;
  constexpr int base = 7, digits = 3;
  int digit = k;
  for (int at = 0; at < line % digits; ++at) digit /= base;
  return 1 + digit % base;
}

// For a sparse A: the elements of B that go with the first or the last elements of every chunk.
constexpr unsigned nibbles_of_patterns[] = {0b0100, 0b1110};

int pattern_count(const Kind& kind, const TensorInstruction& instruction) {
  const bool half_of_b = kind.operand == Operand::B && instruction.e != nullptr;
  return instruction.type == ElementType::B1 || half_of_b ? 2 : 1;
}

TensorMatrices coded(const Kind& kind, const TensorInstruction& instruction, int pattern) {
  TensorMatrices matrices = zero_matrices(instruction);
  const int own = instruction.type == ElementType::B1 ? pattern : 0;
  if (kind.operand == Operand::A) {
    for (std::size_t at = 0; at < matrices.b.size(); ++at) {
      const int k = static_cast<int>(at) / instruction.b_cols(), col = static_cast<int>(at) % instruction.b_cols();
      matrices.b[at] = code_of(instruction.type, col % instruction.shape.n, k, own);
    }
    return matrices;
  }
  const int cols = stored_cols(instruction);
  for (std::size_t at = 0; at < matrices.a.size(); ++at) {
    const int row = static_cast<int>(at) / cols, p = static_cast<int>(at) % cols;
    matrices.a[at] = code_of(instruction.type, row % instruction.shape.m, p, own);
  }
  for (std::uint32_t& word : matrices.e) word = 0x11111111u * nibbles_of_patterns[pattern];
  return matrices;
}

// Returns the changes that a one in each column of A, or in each row of B, makes on the lines of D.
std::unordered_map<Signature, int> signatures(const Kind& kind, const TensorInstruction& instruction) {
  const bool is_a = kind.operand == Operand::A;
  const int lines = is_a ? instruction.shape.n : instruction.shape.m, patterns = pattern_count(kind, instruction);
  const int stored = stored_cols(instruction), places = is_a ? stored : instruction.shape.k;
  std::vector<Signature> made(static_cast<std::size_t>(places),
                              Signature(static_cast<std::size_t>(lines * patterns), 0));
  for (int pattern = 0; pattern < patterns; ++pattern) {
    const int own = instruction.type == ElementType::B1 ? pattern : 0;
    for (int p = 0; p < stored; ++p) {
      const unsigned nibble = is_a ? nibbles_of_patterns[0] : nibbles_of_patterns[pattern];
      const int k = logical_k(instruction, p, nibble);
      Signature& signature = made[static_cast<std::size_t>(is_a ? p : k)];
      for (int line = 0; line < lines; ++line)
        signature[static_cast<std::size_t>(pattern * lines + line)] =
            static_cast<char>(code_of(instruction.type, line, is_a ? k : p, own));
    }
  }
  std::unordered_map<Signature, int> by_signature;
  for (int place = 0; place < places; ++place) by_signature.emplace(made[static_cast<std::size_t>(place)], place);
  return by_signature;
}

struct OperandReading {
  const Kind& kind;
  TensorInstruction instruction;
  const Layout& sum;
  TensorRequest shape;  // the request without its words

  Result<ElementMap> operator()(std::span<const AnswerWords> answers) const {
    const HotReader reader{instruction, sum, kind.operand == Operand::A};
    const auto known = signatures(kind, instruction);
    const std::size_t each = static_cast<std::size_t>(shape.patterns * shape.record_words);
    ElementMap map(static_cast<std::size_t>(shape.slots), no_element);
    for (std::size_t slot = 0; slot < map.size(); ++slot) {
      const auto change = reader.read(answers[0].subspan(slot * each, each));
      const std::string name = name_of_slot(shape, static_cast<int>(slot), instruction.threads);
      if (!change) return negative(fmt::format("{} {}", name, change.error().message));
      const int place = change.value().place;
      if (place < 0) continue;
      const auto found = known.find(change.value().signature);
      if (found == known.end())
        return negative(fmt::format("{} changes {} {} of D by what no {} explains", name,
                                    reader.by_row ? "row" : "column", place,
                                    reader.by_row ? "column of A" : "row of B"));
      map[slot] = reader.by_row ? place * kind.cols() + found->second : found->second * kind.cols() + place;
    }
    return map;
  }
};

}  // namespace

TensorTrial operand_trial(const Kind& kind, const TensorInstruction& instruction, const TensorLayouts& layouts) {
  TensorRequest request;
  request.kind = &kind;
  request.instruction = instruction.id;
  request.patterns = pattern_count(kind, instruction);
  request.hot = kind.operand == Operand::A ? HotOperand::A : HotOperand::B;
  request.width = element_bits(kind.type);
  request.slots = kind.threads * kind.values;
  request.values = {encode(kind.type, 1)};
  request.record_words = HotReader{instruction, *layouts.sum, kind.operand == Operand::A}.record_words();
  const OperandReading reading{kind, instruction, *layouts.sum, request};
  for (int pattern = 0; pattern < request.patterns; ++pattern)
    append_pattern(request.words, instruction, layouts, coded(kind, instruction, pattern));
  return {{std::move(request)}, reading};
}

}  // namespace tcviz::inline gpu_probe
