#include "gpu/kernel/xray/step/packed_moves.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// The operands that one bit of the result depends on.
struct OneBit {
  int depends_on = -1;  // -1: it is constant
  bool on_several = false;
  bool flips = false;  // the result is 1 where the operand is 0
};

// Returns what a function of three bits depends on if the bits outside of `open` are `fixed`. Bit 2 of both stands for
// the first operand.
OneBit dependence(std::uint8_t table, unsigned open, unsigned fixed) {
  const auto result = [&](unsigned bits) { return ((table >> bits) & 1) != 0; };
  OneBit found;
  for (int operand = 0; operand < 3; ++operand) {
    const unsigned own = 4U >> operand;
    for (unsigned others = 0; others < 8 && (open & own) != 0; ++others) {
      const unsigned bits = (fixed & ~open) | (others & open & ~own);
      if (result(bits) == result(bits | own)) continue;
      found.on_several = found.on_several || (found.depends_on >= 0 && found.depends_on != operand);
      found.depends_on = operand;
      found.flips = result(bits);
    }
  }
  return found;
}

}  // namespace

WordBits bits_of_codes(LabelSpace& labels, const RegisterCodes& codes) {
  WordBits bits;
  for (std::size_t at = 0; at < codes.size(); ++at)
    if (codes[at] != 0) put_bits_of(labels, codes[at], std::span<BitCode>(bits).subspan(8 * at, 8));
  return bits;
}

std::optional<RegisterCodes> codes_of_bits(LabelSpace& labels, const WordBits& bits, int bytes) {
  RegisterCodes made{};
  for (int at = 0; at < bytes; ++at) {
    const auto code = code_of_bits(labels, std::span<const BitCode>(bits).subspan(8 * static_cast<std::size_t>(at), 8));
    if (!code) return std::nullopt;
    made[static_cast<std::size_t>(at)] = *code;
  }
  return made;
}

void widen_packed(LabelSpace& labels, RegisterCodes& codes, int bits) {
  const auto widened = picked_codes(labels, {codes}, 4, [&](int at) { return std::min(at, bits - 1); });
  if (widened) codes = *widened;
}

std::optional<RegisterCodes> logic_codes(LabelSpace& labels, std::uint8_t table, const LogicOperands& of, int bytes) {
  if (std::ranges::none_of(of.codes, [&](const RegisterCodes& one) { return any_packed(labels, one); }))
    return std::nullopt;
  const std::array<WordBits, 3> bits = {bits_of_codes(labels, of.codes[0]), bits_of_codes(labels, of.codes[1]),
                                        bits_of_codes(labels, of.codes[2])};
  WordBits made;
  for (std::size_t at = 0; at < 8 * static_cast<std::size_t>(bytes); ++at) {
    unsigned open = 0, fixed = 0;
    for (std::size_t operand = 0; operand < 3; ++operand) {
      if (bits[operand][at].of != 0) open |= 4U >> operand;
      if (((of.values[operand] >> at) & 1) != 0) fixed |= 4U >> operand;
    }
    const OneBit one = dependence(table, open, fixed);
    if (one.on_several) return std::nullopt;
    if (one.depends_on < 0) continue;
    made[at] = bits[static_cast<std::size_t>(one.depends_on)][at];
    made[at].flipped = made[at].flipped != one.flips;
  }
  return codes_of_bits(labels, made, bytes);
}

}  // namespace tcviz::inline gpu_xray
