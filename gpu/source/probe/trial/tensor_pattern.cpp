#include "gpu/source/probe/trial/tensor_pattern.hpp"

#include "gpu/layout/element_value.hpp"

namespace tcviz::inline gpu_probe {
namespace {

// Encodes whole numbers, each number only once: a pattern holds few different ones.
class Encoder {
 public:
  explicit Encoder(ElementType type) : type_(type), known_(known), bits_(known) {}

  std::uint64_t operator()(int value) {
    const auto at = static_cast<std::size_t>(value + offset);
    if (at >= known) return encode(type_, value);
    if (!known_[at]) {
      known_[at] = true;
      bits_[at] = encode(type_, value);
    }
    return bits_[at];
  }

 private:
  static constexpr int offset = 256;
  static constexpr std::size_t known = 512;
  ElementType type_;
  std::vector<bool> known_;
  std::vector<std::uint64_t> bits_;
};

void append_matrix(Words& to, ElementType type, const Layout& layout, const std::vector<int>& matrix) {
  const int bits = element_bits(type);
  const std::size_t first = to.size();
  to.resize(first + static_cast<std::size_t>(layout.slots()) * bits / 32);
  Encoder encoder(type);
  for (std::size_t slot = 0; slot < layout.map().size(); ++slot) {
    const std::int32_t element = layout.map()[slot];
    if (element == no_element) continue;
    const std::uint64_t value = encoder(matrix[static_cast<std::size_t>(element)]);
    const std::size_t bit = slot * static_cast<std::size_t>(bits);
    to[first + bit / 32] |= static_cast<std::uint32_t>(value << bit % 32);
    if (bits == 64) to[first + bit / 32 + 1] = static_cast<std::uint32_t>(value >> 32);
  }
}

void append_shared(Words& to, const TensorInstruction& instruction, const std::vector<int>& b) {
  const int bits = element_bits(instruction.type), cols = instruction.b_cols();
  const std::size_t first = to.size();
  to.resize(first + shared_bytes(instruction) / 4);
  Encoder encoder(instruction.type);
  for (int k = 0; k < instruction.shape.k; ++k) {
    for (int col = 0; col < cols; ++col) {
      const std::uint64_t value = encoder(b[static_cast<std::size_t>(k * cols + col)]);
      const std::size_t bit = shared_byte(instruction, col, k * bits / 8) * 8 + static_cast<std::size_t>(k * bits % 8);
      to[first + bit / 32] |= static_cast<std::uint32_t>(value << bit % 32);
    }
  }
}

}  // namespace

std::size_t shared_byte(const TensorInstruction& instruction, int col, int at) {
  constexpr int lines = 8, line_bytes = 16;
  const int blocks_along_k = instruction.shape.k * element_bits(instruction.type) / 8 / line_bytes;
  const int block = col / lines * blocks_along_k + at / line_bytes;
  return static_cast<std::size_t>((block * lines + col % lines) * line_bytes + at % line_bytes);
}

std::size_t shared_bytes(const TensorInstruction& instruction) {
  return static_cast<std::size_t>(instruction.shape.k * element_bits(instruction.type) / 8 * instruction.b_cols());
}

TensorMatrices zero_matrices(const TensorInstruction& instruction) {
  TensorMatrices zero;
  const Kind& sum = *instruction.sum;
  zero.a.resize(static_cast<std::size_t>(instruction.a->rows() * instruction.a->cols()));
  zero.b.resize(static_cast<std::size_t>(instruction.shape.k * instruction.b_cols()));
  zero.c.resize(static_cast<std::size_t>(sum.rows() * sum.cols()));
  if (instruction.e != nullptr) zero.e.assign(static_cast<std::size_t>(instruction.threads), first_of_every_chunk);
  return zero;
}

void append_pattern(Words& to, const TensorInstruction& instruction, const TensorLayouts& layouts,
                    const TensorMatrices& matrices) {
  append_matrix(to, instruction.type, *layouts.a, matrices.a);
  if (instruction.b != nullptr)
    append_matrix(to, instruction.type, *layouts.b, matrices.b);
  else
    append_shared(to, instruction, matrices.b);
  append_matrix(to, instruction.sum->type, *layouts.sum, matrices.c);
  to.insert(to.end(), matrices.e.begin(), matrices.e.end());
}

void append_slots(Words& to, int bits, std::span<const std::uint64_t> slots) {
  const std::size_t first = to.size();
  to.resize(first + slots.size() * static_cast<std::size_t>(bits) / 32);
  for (std::size_t slot = 0; slot < slots.size(); ++slot) {
    const std::size_t bit = slot * static_cast<std::size_t>(bits);
    to[first + bit / 32] |= static_cast<std::uint32_t>(slots[slot] << bit % 32);
    if (bits == 64) to[first + bit / 32 + 1] = static_cast<std::uint32_t>(slots[slot] >> 32);
  }
}

std::uint64_t slot_bits(std::span<const std::uint32_t> words, std::size_t slot, int bits) {
  const std::size_t bit = slot * static_cast<std::size_t>(bits);
  std::uint64_t value = words[bit / 32];
  if (bits == 64) return value | std::uint64_t{words[bit / 32 + 1]} << 32;
  value >>= bit % 32;
  return bits == 32 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

}  // namespace tcviz::inline gpu_probe
