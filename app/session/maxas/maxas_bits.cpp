#include "app/session/maxas/maxas_bits.hpp"

#include <bit>

#include <fmt/format.h>

#include "app/session/maxas/maxas_places.hpp"

namespace tcviz::inline app_session {
namespace {

constexpr int register_bits = 6, lane_bits = 5;

int log2_of(int power) { return std::countr_zero(static_cast<unsigned>(power)); }

// Returns the place of a register's element: column in the low bits, row above them; `input` is register, lane and
// warp, from the lowest bit on.
int place(const SgemmKernel& kernel, maxas::RegisterMap map, int input) {
  const int reg = input & 63, tid = input >> register_bits;
  const Element at = element_of(kernel, tid, maxas::c_index(map, reg));
  return at.col + kernel.tile * at.row;
}

std::string input_name(int bit) {
  if (bit < register_bits) return fmt::format("r{}", bit);
  bit -= register_bits;
  return bit < lane_bits ? fmt::format("lane{}", bit) : fmt::format("warp{}", bit - lane_bits);
}

}  // namespace

std::vector<MaxasBit> maxas_bits(const SgemmKernel& kernel, maxas::RegisterMap map) {
  const int side = log2_of(kernel.tile), inputs = register_bits + log2_of(kernel.threads);
  const int zero = place(kernel, map, 0);
  std::vector<MaxasBit> bits;
  for (int out = 0; out < 2 * side; ++out) {
    MaxasBit bit{fmt::format("{}{}", out < side ? 'y' : 'x', out % side), "-"};
    for (int in = 0; in < inputs; ++in) {
      if (((place(kernel, map, 1 << in) ^ zero) >> out & 1) == 0) continue;
      bit.inverted = (zero >> out & 1) != 0;
      bit.of_register = in < register_bits;
      bit.from = (bit.inverted ? "~" : "") + input_name(in);
    }
    bits.push_back(bit);
  }
  return bits;
}

int register_constant(const SgemmKernel& kernel, maxas::RegisterMap map) {
  for (int constant = 0; constant < 64; ++constant)
    if (place(kernel, map, constant) == 0) return constant;
  return 0;
}

}  // namespace tcviz::inline app_session
