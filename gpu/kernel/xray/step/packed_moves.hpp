// Bits of packed elements (int4, bits) in registers: instructions that move bits move their labels.
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>

#include "gpu/kernel/xray/label/packed_bits.hpp"
#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {

// Returns the codes of a word of `bytes` bytes; none if some byte has bits that no code can say.
std::optional<RegisterCodes> codes_of_bits(LabelSpace& labels, const WordBits& bits, int bytes);
WordBits bits_of_codes(LabelSpace& labels, const RegisterCodes& codes);

// Returns the codes of a word whose bit number `at` is bit source(at) of the registers in `of`, counted through words
// of `bytes` bytes; -1: it is constant. None if no register holds packed elements.
template <class Source>
std::optional<RegisterCodes> picked_codes(LabelSpace& labels, std::initializer_list<RegisterCodes> of, int bytes,
                                          Source source) {
  if (std::none_of(of.begin(), of.end(), [&](const RegisterCodes& one) { return any_packed(labels, one); }))
    return std::nullopt;
  std::array<BitCode, 2 * 64> from;
  auto at = from.begin();
  for (const RegisterCodes& one : of) at = std::copy_n(bits_of_codes(labels, one).begin(), 8 * bytes, at);
  WordBits made;
  for (int bit = 0; bit < 8 * bytes; ++bit)
    if (const int picked = source(bit); picked >= 0) made[bit] = from[static_cast<std::size_t>(picked)];
  return codes_of_bits(labels, made, bytes);
}

// Fills the bits of packed elements above the lowest `bits` of 32 with copies of the highest of these.
void widen_packed(LabelSpace& labels, RegisterCodes& codes, int bits);

// The operands of a function of three bits: their codes, and their values, which tell what constant bits keep.
struct LogicOperands {
  std::array<RegisterCodes, 3> codes{};
  std::array<std::uint64_t, 3> values{};
};
// Returns the codes of a function of three bits, given by the table of lop3; none if no operand holds packed elements,
// or if a bit depends on several of them.
std::optional<RegisterCodes> logic_codes(LabelSpace& labels, std::uint8_t table, const LogicOperands& of, int bytes);

}  // namespace tcviz::inline gpu_xray
