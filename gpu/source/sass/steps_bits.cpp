#include "gpu/source/sass/steps.hpp"

namespace tcviz::inline gpu_sass {
namespace {

// Looks up a result for each bit: bit 4 * a + 2 * b + c of the table is the result for bits a, b and c (PTX ISA,
// "lop3").
std::uint32_t look_up(std::uint32_t table, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  std::uint32_t result = 0;
  for (std::uint32_t row = 0; row < 8; ++row) {
    if ((table >> row & 1) == 0) continue;
    result |= (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
  }
  return result;
}

// Returns the chosen bytes: each four bits of the selector name a byte of high:low (PTX ISA, "prmt").
std::uint32_t permute(std::uint32_t low, std::uint32_t high, std::uint32_t selector) {
  const std::uint64_t bytes = std::uint64_t{high} << 32 | low;
  std::uint32_t result = 0;
  for (int byte = 0; byte < 4; ++byte) {
    const std::uint32_t from = selector >> 4 * byte & 7;
    result |= static_cast<std::uint32_t>(bytes >> 8 * from & 0xff) << 8 * byte;
  }
  return result;
}

Objection wrong_number(const Instruction& x, std::uint32_t b) {
  if (x.operation == SassOpcode::Permute) return (b & ~0x7777u) == 0 ? "" : "a permutation that extends signs";
  const bool shift = x.operation != SassOpcode::Logic;
  return shift && b > 31 ? "shifts by more than 31 bits" : "";
}

std::uint32_t result_of(const Instruction& x, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  switch (x.operation) {
    case SassOpcode::Logic:
      return look_up(x.n, a, b, c);
    case SassOpcode::ShiftLeft:
      return a << b;
    case SassOpcode::ShiftRight:
      return c >> b;
    case SassOpcode::ShiftLeftHigh:
      return static_cast<std::uint32_t>((std::uint64_t{c} << 32 | a) << b >> 32);
    default:
      return permute(a, c, b);
  }
}

// Transposes the 8x8 matrix that the lanes hold: lane l has row l / 4, its low half column 2 * (l % 4), its high half
// the next one (PTX ISA, "movmatrix").
Lanes transpose(const Lanes& in) {
  Lanes out{};
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    for (std::uint32_t half = 0; half < 2; ++half) {
      const std::uint32_t row = 2 * (lane % 4) + half, col = lane / 4;
      out[lane] |= (in[row * 4 + col / 2] >> 16 * (col % 2) & 0xffff) << 16 * half;
    }
  }
  return out;
}

}  // namespace

Objection step_bits(Warp& warp, const Instruction& x) {
  Lanes a, b, c;
  for (const Objection problem : {warp.read(x.a, a), warp.read(x.b, b), warp.read(x.c, c)}) {
    if (!problem.empty()) return problem;
  }
  if (x.operation == SassOpcode::Transpose) return warp.write(x.d, transpose(a));
  Lanes values;
  for (std::size_t lane = 0; lane < values.size(); ++lane) {
    const Objection wrong = wrong_number(x, b[lane]);
    if (!wrong.empty()) return wrong;
    values[lane] = result_of(x, a[lane], b[lane], c[lane]);
  }
  return warp.write(x.d, values);
}

}  // namespace tcviz::inline gpu_sass
