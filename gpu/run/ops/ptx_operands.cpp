#include "gpu/run/ops/ptx_operands.hpp"

#include <algorithm>
#include <array>

#include "gpu/layout/element_value.hpp"

namespace tcviz::inline gpu_ops {
namespace {

using enum ElementType;

struct Small {
  ElementType type;
  int largest;
};
constexpr std::array smalls{Small{F16, 1024}, Small{BF16, 256}, Small{TF32, 1024}, Small{F64, 1024},
                            Small{S8, 127},   Small{U8, 255},   Small{S4, 7},      Small{U4, 15},
                            Small{B1, 1},     Small{E4M3, 16},  Small{E5M2, 8}};

template <class F>
void append_operand(Bytes& bytes, const PtxOperand& operand, F&& value) {
  const std::size_t begin = bytes.size();
  const int bits = element_bits(operand.type), line_bits = operand.line_words() * operand.word_bits();
  bytes.resize(begin + static_cast<std::size_t>(operand.lines * line_bits) / 8);
  for (int line = 0; line < operand.lines; ++line) {
    for (int k = 0; k < operand.k; ++k) {
      const std::uint64_t encoded = encode(operand.type, value(line, k));
      const int first = line * line_bits + k * bits;
      for (int bit = 0; bit < bits; bit += 8)  // a type narrower than a byte shares it with others
        bytes[begin + static_cast<std::size_t>(first + bit) / 8] |=
            static_cast<std::byte>((encoded >> bit & 0xff) << first % 8);
    }
  }
}

// Returns part k of a number that is written as a sum of parts.
int part(int value, int k, int largest) { return std::clamp(value - k * largest, 0, largest); }

}  // namespace

int largest_small(ElementType type) { return std::ranges::find(smalls, type, &Small::type)->largest; }

Bytes operands_of_rows(const PtxInstruction& instruction) {
  Bytes bytes;
  const int largest = largest_small(instruction.a.type);
  append_operand(bytes, instruction.a, [&](int row, int k) { return part(row, k, largest); });
  append_operand(bytes, instruction.b, [](int, int) { return 1; });
  return bytes;
}

Bytes operands_of_columns(const PtxInstruction& instruction) {
  Bytes bytes;
  const int largest = largest_small(instruction.b.type);
  append_operand(bytes, instruction.a, [](int, int) { return 1; });
  append_operand(bytes, instruction.b, [&](int col, int k) { return part(col % instruction.columns, k, largest); });
  return bytes;
}

Bytes small_operand(const PtxOperand& operand) {
  Bytes bytes;
  append_operand(bytes, operand, [](int line, int k) { return (line + k) % 2; });
  return bytes;
}

}  // namespace tcviz::inline gpu_ops
