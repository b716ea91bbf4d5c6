#include "gpu/prove/register_machine.hpp"

#include <algorithm>
#include <optional>

#include "gpu/layout/element_value.hpp"
#include "gpu/source/probe/trial/tensor_pattern.hpp"

namespace tcviz::inline gpu_prove {
namespace {

// Returns the place in blocks, counted downwards first. A block's line is a group of four threads, and each thread has
// `per_word` neighbours of that line.
RegisterPlace place_in_blocks(int line, int at, int blocks_down, int per_word) {
  const int block = line / 8 + blocks_down * (at / (4 * per_word));
  return {line % 8 * 4 + at / per_word % 4, block * per_word + at % per_word};
}

// Returns the place in four products, each of four threads and of the four 16 further on, which have its lower half.
RegisterPlace place_in_quad_pair(const Kind& kind, int row, int col) {
  const bool is_b = kind.operand == Operand::B;
  const int across = is_b ? col : row, along = is_b ? row : col;
  const int product = across / 8, half = across % 8 / 4, low = across % 4;
  int own = low, value = along;
  if (kind.operand == Operand::Accumulator && kind.type == ElementType::F32) {  // corners of 2x2
    own = (low & 1) | (along & 2);
    value = (along & 4) | (low & 2) | (along & 1);
  }
  const bool stored_across = kind.order == (is_b ? MemoryOrder::Row : MemoryOrder::Col);
  if (stored_across) std::swap(own, value);
  return {product * 4 + half * 16 + own, value};
}

using Numbers = std::vector<int>;

int number_at(std::span<const std::uint32_t> words, const Kind& kind, RegisterPlace place) {
  const auto slot = static_cast<std::size_t>(place.tid * kind.values + place.value);
  return static_cast<int>(decode(kind.type, slot_bits(words, slot, element_bits(kind.type))));
}

Numbers numbers_of(std::span<const std::uint32_t> words, const Kind& kind) {
  Numbers numbers;
  numbers.reserve(static_cast<std::size_t>(kind.rows() * kind.cols()));
  for (int row = 0; row < kind.rows(); ++row)
    for (int col = 0; col < kind.cols(); ++col)
      numbers.push_back(number_at(words, kind, register_place(kind, row, col)));
  return numbers;
}

// Reads B of a warpgroup in shared memory without swizzle: blocks of eight columns by 16 bytes of k; the blocks of
// eight columns stand behind one another, k fastest.
Numbers shared_numbers(std::span<const std::uint32_t> words, const TensorInstruction& instruction) {
  const int per_line = 128 / element_bits(instruction.type), k = instruction.shape.k, n = instruction.shape.n;
  Numbers numbers(static_cast<std::size_t>(k * n));
  for (int at = 0; at < k * n; ++at) {
    const int inside = at % per_line, line = at / per_line % 8, block = at / per_line / 8;
    const int deep = block % (k / per_line) * per_line + inside, col = block / (k / per_line) * 8 + line;
    numbers[static_cast<std::size_t>(deep * n + col)] = static_cast<int>(
        decode(instruction.type, slot_bits(words, static_cast<std::size_t>(at), element_bits(instruction.type))));
  }
  return numbers;
}

unsigned index_at(std::span<const std::uint32_t> words, const Kind& e, int row, int field) {
  const RegisterPlace place = metadata_place(e, row, field);
  return words[static_cast<std::size_t>(place.tid)] >> 2 * place.value & 3;
}

// Returns the k of stored column p of a row: an index chooses among four neighbours, or for 4-bit elements among four
// pairs of them. For tf32, whose stored elements have two indices each, only 0 with 1 and 2 with 3 are legal: none for
// others.
std::optional<int> chosen_k(std::span<const std::uint32_t> metadata, const Kind& e, int row, int p) {
  const int bits = element_bits(e.type);
  const auto index = [&](int field) { return static_cast<int>(index_at(metadata, e, row, field)); };
  if (bits == 4) return p / 4 * 8 + index(p / 2) * 2 + p % 2;
  if (bits != 32) return p / 2 * 4 + index(p);
  const int first = index(2 * p), second = index(2 * p + 1);
  return first % 2 == 0 && second == first + 1 ? std::optional(2 * p + first / 2) : std::nullopt;
}

struct Cut {
  std::span<const std::uint32_t> words;
  std::span<const std::uint32_t> next(std::size_t count) {
    const auto taken = words.first(count);
    words = words.subspan(count);
    return taken;
  }
};

std::size_t words_of(const Kind& kind) {
  return static_cast<std::size_t>(kind.threads * kind.values * element_bits(kind.type) / 32);
}

std::vector<std::uint32_t> in_registers(const Kind& sum, const Numbers& d) {
  std::vector<std::uint64_t> slots(static_cast<std::size_t>(sum.threads * sum.values));
  for (int row = 0; row < sum.rows(); ++row) {
    for (int col = 0; col < sum.cols(); ++col) {
      const RegisterPlace place = register_place(sum, row, col);
      slots[static_cast<std::size_t>(place.tid * sum.values + place.value)] =
          encode(sum.type, d[static_cast<std::size_t>(row * sum.cols() + col)]);
    }
  }
  std::vector<std::uint32_t> words;
  append_slots(words, element_bits(sum.type), slots);
  return words;
}

}  // namespace

RegisterPlace register_place(const Kind& kind, int row, int col) {
  if (kind.stack > 1) return place_in_quad_pair(kind, row, col);
  const int warp = row / 16, warps = kind.threads / 32, own = warps > 1 ? row % 16 : row;
  const int per_word = std::max(1, 32 / element_bits(kind.type));
  if (kind.operand == Operand::B) return place_in_blocks(col, row, kind.cols() / 8, per_word);
  const bool is_sum = kind.operand == Operand::Accumulator;  // two neighbours of a row, however wide they are
  RegisterPlace place = place_in_blocks(own, col, kind.rows() / warps / 8, is_sum ? 2 : per_word);
  if (warps > 1) place.tid += 32 * warp;
  return place;
}

RegisterPlace metadata_place(const Kind& kind, int row, int field) {
  const int lanes_read = kind.cols() / 8, first = row / 16 * 32 + row % 8 * 4 + kind.selector * lanes_read;
  const int lower = row % 16 / 8;  // 1: it is one of the eight rows below
  if (element_bits(kind.type) >= 16) return {first + field / 8, lower * 8 + field % 8};
  return {first + field / 16 * 2 + lower, field % 16};
}

std::vector<std::uint32_t> multiply_registers(const TensorInstruction& instruction,
                                              std::span<const std::uint32_t> words) {
  Cut cut{words};
  const Numbers a = numbers_of(cut.next(words_of(*instruction.a)), *instruction.a);
  const Numbers b = instruction.b != nullptr ? numbers_of(cut.next(words_of(*instruction.b)), *instruction.b)
                                             : shared_numbers(cut.next(shared_bytes(instruction) / 4), instruction);
  const Kind& sum = *instruction.sum;
  Numbers d = numbers_of(cut.next(words_of(sum)), sum);
  const int stored = instruction.a->cols(), n = instruction.shape.n, b_cols = n * instruction.stack;
  for (int row = 0; row < sum.rows(); ++row) {
    const int first_col = row / instruction.shape.m * n;  // of this row's product in B
    for (int p = 0; p < stored; ++p) {
      const std::optional<int> k = instruction.e == nullptr ? p : chosen_k(cut.words, *instruction.e, row, p);
      if (!k) continue;  // the result of a tensor core is not stated then: here the element multiplies nothing
      const int value = a[static_cast<std::size_t>(row * stored + p)];
      for (int col = 0; col < n; ++col)
        d[static_cast<std::size_t>(row * n + col)] +=
            value * b[static_cast<std::size_t>(*k * b_cols + first_col + col)];
    }
  }
  return in_registers(sum, d);
}

}  // namespace tcviz::inline gpu_prove
