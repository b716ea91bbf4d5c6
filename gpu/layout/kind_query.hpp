// Analyses what a user types about a kind: a PTX mnemonic, a name in machine code, in CUTLASS or in C++, or plain
// words. Gives the properties that the text asks for, but not the kinds that have them. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_layout {

constexpr unsigned bit_of(Family family) { return 1u << static_cast<unsigned>(family); }
constexpr unsigned bit_of(Operand operand) { return 1u << static_cast<unsigned>(operand); }

// The properties that a text asks for. A field with its default value allows everything.
struct KindQuery {
  unsigned families = 0, operands = 0;  // one bit for each allowed value (bit_of); 0: all
  Shape shape;
  std::vector<ElementType> types;        // types of any operand
  std::optional<ElementType> a, b, sum;  // types of A, B and the accumulator, if the text says which is which
  // Types that an opcode of machine code allows if it names none: HMMA multiplies f16, bf16 and tf32.
  std::vector<ElementType> multiplied, sums;
  MemoryOrder order_a = MemoryOrder::None, order_b = MemoryOrder::None;
  int stack = 0, selector = -1;
  std::optional<bool> transposed;
  std::vector<ComputeCapability> architectures;  // any of these has the kind; a GPU's name alone narrows no choice
  bool both_orders = false;                      // the text gives the orders of both A and B: .row.col
  bool a_is_shared = false;                      // A and B are in shared memory: SS in CUTLASS
  bool understood = false;                       // every word is known, and some word narrows the choice

  bool wants(Family family) const { return families == 0 || (families & bit_of(family)) != 0; }
  bool wants(Operand operand) const { return operands == 0 || (operands & bit_of(operand)) != 0; }
};

// Returns the words of a text in lower case, split at the separators of all notations: dots, underscores, colons,
// commas, angle brackets and blanks. Reads only the beginning of a text that is longer than any name.
std::vector<std::string> query_words(std::string_view text);
// Returns the properties that the words ask for.
KindQuery read_query(const std::vector<std::string>& words);

}  // namespace tcviz::inline gpu_layout
