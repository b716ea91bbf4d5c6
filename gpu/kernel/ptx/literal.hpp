// Numbers as PTX spells them. PTX ISA 9.0, "Constants".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tcviz::inline gpu_ptx {

// The spelling of a number: 12, 0x1F, 017, 0b1, 1U; 0f3F800000; 1.5, 1e-3, 0d3FF0000000000000.
enum class PtxLiteral : std::uint8_t { Whole, Single, Double };

struct PtxNumber {
  std::int64_t bits = 0;  // of a whole number, of a float or of a double
  PtxLiteral literal = PtxLiteral::Whole;
  bool is_unsigned = false;  // a whole number with a U, or too large for 63 bits
};

// Returns the number without a sign that `word` spells; none if it spells no number.
std::optional<PtxNumber> read_ptx_number(std::string_view word);
// Returns the bits of a number with a minus in front.
std::int64_t negated(const PtxNumber& number);
// Returns how many characters at the begin of `text` spell a decimal fraction such as 1.5, .5, 0. or 1e-3; 0 if none
// do.
std::size_t length_of_ptx_fraction(std::string_view text);
// Returns the bits of a number as an operand of a type such as "f32"; none if ptxas takes no such number there. A whole
// number counts as taken. A double becomes a float, a float in f64 keeps its 32 bits (ptxas 13.0, seen on an H200).
std::optional<std::int64_t> bits_of_ptx_number(const PtxNumber& number, std::string_view type);

}  // namespace tcviz::inline gpu_ptx
