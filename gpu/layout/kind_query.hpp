// Takes apart a text that a person types about a kind: a mnemonic of PTX, a name of machine code, of CUTLASS or of C++,
// or words. Pure functions; they say what the text asks for, not which kinds fit.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_layout {

constexpr unsigned bit_of(Family family) { return 1u << static_cast<unsigned>(family); }
constexpr unsigned bit_of(Operand operand) { return 1u << static_cast<unsigned>(operand); }

// The question that the text asks. A field that says nothing fits everything.
struct KindQuery {
  unsigned families = 0, operands = 0;  // a bit for each value of the enums
  Shape shape;
  std::vector<ElementType> types;        // of any operand
  std::optional<ElementType> a, b, sum;  // named by their places
  // Types that a name of machine code allows if it names none: HMMA multiplies f16, bf16 and tf32.
  std::vector<ElementType> multiplied, sums;
  MemoryOrder order_a = MemoryOrder::None, order_b = MemoryOrder::None;
  int stack = 0, selector = -1;
  std::optional<bool> transposed;
  bool both_orders = false;  // of A and of B: .row.col
  bool a_is_shared = false;  // SS of CUTLASS: A and B are in shared memory
  bool understood = false;   // every word has a meaning here, and some word narrows the choice

  bool wants(Family family) const { return families == 0 || (families & bit_of(family)) != 0; }
  bool wants(Operand operand) const { return operands == 0 || (operands & bit_of(operand)) != 0; }
};

// Returns the words of the text in lower case, cut at the signs at which the notations cut: dots, underscores, colons,
// commas, angles and blanks. Reads only the beginning of a text that is longer than any name.
std::vector<std::string> query_words(std::string_view text);
KindQuery read_query(const std::vector<std::string>& words);

}  // namespace tcviz::inline gpu_layout
