// Accumulators: D shows what A and B spell; the values of C arrive in the same slots of D.
#include <fmt/format.h>

#include <algorithm>

#include "gpu/layout/element_value.hpp"
#include "gpu/source/probe/trial/tensor_trial.hpp"

namespace tcviz::inline gpu_probe {
namespace {

constexpr int own_record_words = 2;  // a slot of C changes one value of D

// Returns a base whose digits are exact in the type.
int digit_base(ElementType type) {
  switch (type) {
    case ElementType::B1:
      return 2;
    case ElementType::S4:
    case ElementType::U4:
    case ElementType::E5M2:
      return 8;
    case ElementType::E4M3:
      return 16;
    default:
      return 64;
  }
}

// Returns the weights of the digits that numbers below `count` have: 1, base, base * base ...
std::vector<int> digit_weights(int base, int count) {
  std::vector<int> weights;
  for (int weight = 1; weight == 1 || weight < count; weight *= base) weights.push_back(weight);
  return weights;
}

struct SumCode {
  std::vector<int> rows, cols;  // weights, a pattern for each
  int base;
};

SumCode code_of_sums(const TensorInstruction& instruction) {
  const int base = digit_base(instruction.type);
  return {digit_weights(base, instruction.sum->rows()), digit_weights(base, instruction.b_cols()), base};
}

// Makes matrices with ones, or digits in their place, in column 0 of A and in the row of B that it meets; the rest is
// zero.
TensorMatrices spelled(const TensorInstruction& instruction, int base, int row_weight, int col_weight) {
  TensorMatrices matrices = zero_matrices(instruction);
  const auto digit = [&](int number, int weight) { return weight == 0 ? 1 : number / weight % base; };
  const int stored = stored_cols(instruction);
  for (int row = 0; row < instruction.sum->rows(); ++row)
    matrices.a[static_cast<std::size_t>(row * stored)] = digit(row, row_weight);
  for (int col = 0; col < instruction.b_cols(); ++col)
    matrices.b[static_cast<std::size_t>(col)] = digit(col, col_weight);
  return matrices;
}

// Returns bits that are another number in every slot: for f16 the normal numbers, from the smallest.
std::vector<std::uint64_t> numbers_of_slots(const Kind& sum) {
  constexpr std::uint64_t smallest_normal_half = 0x0400;
  std::vector<std::uint64_t> numbers(static_cast<std::size_t>(sum.threads) * sum.values);
  for (std::size_t slot = 0; slot < numbers.size(); ++slot)
    numbers[slot] =
        sum.type == ElementType::F16 ? smallest_normal_half + slot : encode(sum.type, static_cast<int>(slot) + 1);
  return numbers;
}

void append_numbered_c(Words& to, const TensorInstruction& instruction, const TensorLayouts& layouts) {
  const std::size_t metadata = instruction.e == nullptr ? 0 : static_cast<std::size_t>(instruction.threads);
  append_pattern(to, instruction, layouts, zero_matrices(instruction));
  Words c;
  append_slots(c, element_bits(instruction.sum->type), numbers_of_slots(*instruction.sum));
  std::ranges::copy(c, to.end() - static_cast<std::ptrdiff_t>(metadata + c.size()));
}

struct SumReading {
  const Kind& kind;
  TensorInstruction instruction;

  Result<ElementMap> operator()(std::span<const AnswerWords> answers) const {
    const auto map = read_code(answers[0]);
    TCVIZ_TRY(map);
    if (answers.size() > 1) TCVIZ_TRY(check_hot(answers[1]));
    return map;
  }

 private:
  // Returns the number that a slot of D spells in these patterns, or none.
  int number_in(std::span<const std::uint32_t> patterns, std::size_t words, std::size_t slot,
                const std::vector<int>& weights) const {
    const int bits = element_bits(kind.type), base = digit_base(instruction.type);
    int number = 0;
    for (std::size_t at = 0; at < weights.size(); ++at) {
      const double digit = decode(kind.type, slot_bits(patterns.subspan(at * words, words), slot, bits));
      if (!(digit >= 0 && digit < base) || digit != static_cast<int>(digit)) return -1;
      number += weights[at] * static_cast<int>(digit);
    }
    return number;
  }

  Result<ElementMap> read_code(std::span<const std::uint32_t> d) const {
    const SumCode code = code_of_sums(instruction);
    const std::size_t words = d.size() / (code.rows.size() + code.cols.size() + 1);
    const auto cols = d.subspan(code.rows.size() * words), c = d.last(words);
    const auto numbers = numbers_of_slots(kind);
    ElementMap map(numbers.size(), no_element);
    for (std::size_t slot = 0; slot < map.size(); ++slot) {
      const int row = number_in(d, words, slot, code.rows), col = number_in(cols, words, slot, code.cols);
      const auto name = [&] { return fmt::format("T{} x[{}]", slot / kind.values, slot % kind.values); };
      if (row < 0 || row >= kind.rows() || col < 0 || col / instruction.shape.n != row / instruction.shape.m)
        return negative(fmt::format("{} of D shows row {} of A and column {} of B", name(), row, col));
      if (slot_bits(c, slot, element_bits(kind.type)) != numbers[slot])
        return negative(fmt::format("{} of D is not the same value of C", name()));
      map[slot] = row * kind.cols() + col % instruction.shape.n;
    }
    return map;
  }

  Status check_hot(std::span<const std::uint32_t> records) const {
    for (std::uint32_t slot = 0; slot * own_record_words < records.size(); ++slot) {
      const auto record = records.subspan(slot * own_record_words, own_record_words);
      if (record[0] == 1 && record[1] == (slot << 8 | 1)) continue;
      return negative(fmt::format("T{} x[{}] of C alone changes {} values of D, not just its own", slot / kind.values,
                                  slot % kind.values, record[0]));
    }
    return Nothing{};
  }
};

}  // namespace

TensorTrial sum_trial(const Kind& kind, const TensorInstruction& instruction, const TensorLayouts& layouts) {
  const SumCode code = code_of_sums(instruction);
  TensorRequest spell;
  spell.kind = &kind;
  spell.instruction = instruction.id;
  for (const int weight : code.rows)
    append_pattern(spell.words, instruction, layouts, spelled(instruction, code.base, weight, 0));
  for (const int weight : code.cols)
    append_pattern(spell.words, instruction, layouts, spelled(instruction, code.base, 0, weight));
  append_numbered_c(spell.words, instruction, layouts);
  spell.patterns = static_cast<int>(code.rows.size() + code.cols.size() + 1);
  TensorTrial trial{{std::move(spell)}, SumReading{kind, instruction}};
  if (!instruction.hot) return trial;
  TensorRequest hot;
  hot.kind = &kind;
  hot.instruction = instruction.id;
  hot.hot = HotOperand::C;
  hot.width = element_bits(kind.type);
  hot.slots = kind.threads * kind.values;
  hot.values = {encode(kind.type, 1)};
  hot.record_words = own_record_words;
  append_pattern(hot.words, instruction, layouts, zero_matrices(instruction));
  trial.requests.push_back(std::move(hot));
  return trial;
}

}  // namespace tcviz::inline gpu_probe
