#include "gpu/source/probe/trial/tensor_product.hpp"

#include <fmt/format.h>

#include <cmath>

#include "gpu/layout/element_value.hpp"
#include "gpu/source/probe/trial/product_probe.hpp"

namespace tcviz::inline gpu_probe {
namespace {

// Returns the range of the operands, floating-point numbers so small that every sum is exact, in f16 up to 2048.
WholeRange operand_range(const TensorInstruction& instruction) {
  if (instruction.sum->type != ElementType::F16) return whole_range(instruction.type);
  const int most = std::min(8, static_cast<int>(std::sqrt(2000.0 / stored_cols(instruction))));
  return {-most, most};
}

// xorshift32 (Marsaglia): a million numbers are wanted, quickly.
class QuickRandom {
 public:
  explicit QuickRandom(unsigned seed) : state_(seed | 1) {}
  std::uint32_t operator()() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    return state_ ^= state_ << 5;
  }
  // Returns a number below `count`; the remainder favours none so much that it would matter here.
  std::uint32_t below(std::size_t count) { return static_cast<std::uint32_t>(std::uint64_t{(*this)()} * count >> 32); }

 private:
  std::uint32_t state_;
};

void fill(std::vector<int>& matrix, WholeRange range, QuickRandom& random) {
  const unsigned count = static_cast<unsigned>(range.high - range.low + 1);
  for (int& element : matrix) element = range.low + static_cast<int>(random.below(count));
}

// The four bits of every chunk of every row, as in the metadata.
using Nibbles = std::vector<unsigned>;

int chunk_count(const TensorInstruction& instruction) {
  return chunk_of(instruction, stored_cols(instruction) - 1) + 1;
}

Nibbles random_nibbles(const TensorInstruction& instruction, QuickRandom& random) {
  const std::vector<unsigned> legal = legal_nibbles(instruction.type);
  Nibbles nibbles(static_cast<std::size_t>(instruction.sum->rows() * chunk_count(instruction)));
  for (unsigned& nibble : nibbles) nibble = legal[random.below(legal.size())];
  return nibbles;
}

// Returns the metadata registers. A lane's register holds sixteen indices of two bits; indices that are no element are
// random.
Words metadata_words(const TensorInstruction& instruction, const Layout& e, const Nibbles& nibbles,
                     QuickRandom& random) {
  Words words(static_cast<std::size_t>(instruction.threads));
  for (std::int32_t number = 0; number < e.slots(); ++number) {
    const Slot slot = e.slot(number);
    unsigned index = random() & 3;
    if (const auto element = e.element(slot)) {
      const int chunk = element->row * chunk_count(instruction) + element->col / 2;
      index = nibbles[static_cast<std::size_t>(chunk)] >> element->col % 2 * 2 & 3;
    }
    words[static_cast<std::size_t>(slot.tid)] |= index << 2 * slot.i;
  }
  return words;
}

std::vector<int> multiplied(const TensorInstruction& instruction, const TensorMatrices& matrices,
                            const Nibbles& nibbles) {
  std::vector<int> d = matrices.c;
  const int chunks = chunk_count(instruction), stored = stored_cols(instruction), n = instruction.shape.n,
            b_cols = instruction.b_cols();
  for (int row = 0; row < instruction.sum->rows(); ++row) {
    int* own = &d[static_cast<std::size_t>(row * n)];
    for (int p = 0; p < stored; ++p) {
      const std::size_t chunk = static_cast<std::size_t>(row * chunks + chunk_of(instruction, p));
      const int k = logical_k(instruction, p, nibbles.empty() ? 0u : nibbles[chunk]);
      const int a = matrices.a[static_cast<std::size_t>(row * stored + p)];
      const int* b = &matrices.b[static_cast<std::size_t>(k * b_cols + instruction.b_col(row, 0))];
      for (int col = 0; col < n; ++col) own[col] += a * b[col];
    }
  }
  return d;
}

int pattern_count_of(const TensorInstruction& instruction) {
  constexpr int sparse = 8, small = 2, large = 1;
  if (instruction.e != nullptr) return sparse;
  return instruction.hot ? small : large;
}

}  // namespace

TensorProduct random_tensor_product(const Kind& kind, const TensorInstruction& instruction,
                                    const TensorLayouts& layouts, unsigned seed) {
  TensorProduct product{instruction, layouts, {}, {}};
  QuickRandom random(seed);
  product.request.kind = &kind;
  product.request.instruction = instruction.id;
  product.request.patterns = pattern_count_of(instruction);
  for (int pattern = 0; pattern < product.request.patterns; ++pattern) {
    TensorMatrices matrices = zero_matrices(instruction);
    Nibbles nibbles;
    fill(matrices.a, operand_range(instruction), random);
    fill(matrices.b, operand_range(instruction), random);
    fill(matrices.c, whole_range(instruction.sum->type), random);
    if (instruction.e != nullptr) {
      nibbles = random_nibbles(instruction, random);
      matrices.e = metadata_words(instruction, *layouts.e, nibbles, random);
    }
    append_pattern(product.request.words, instruction, layouts, matrices);
    product.d.push_back(multiplied(instruction, matrices, nibbles));
  }
  return product;
}

std::string check_tensor_product(const TensorProduct& product, std::span<const std::uint32_t> d) {
  const Layout& sum = *product.layouts.sum;
  const int bits = element_bits(product.instruction.sum->type);
  const std::size_t words = d.size() / product.d.size();
  for (std::size_t pattern = 0; pattern < product.d.size(); ++pattern) {
    for (std::size_t slot = 0; slot < sum.map().size(); ++slot) {
      const std::int32_t element = sum.map()[slot];
      if (element == no_element) continue;
      const double got =
          decode(product.instruction.sum->type, slot_bits(d.subspan(pattern * words, words), slot, bits));
      const int expected = product.d[pattern][static_cast<std::size_t>(element)];
      if (got == expected) continue;
      return fmt::format("{}: T{} x[{}] holds {} where element ({}, {}) of the product is {}", product.instruction.id,
                         slot / sum.values(), slot % sum.values(), got, element / sum.cols(), element % sum.cols(),
                         expected);
    }
  }
  return {};
}

}  // namespace tcviz::inline gpu_probe
