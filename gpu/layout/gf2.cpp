#include "gpu/layout/gf2.hpp"

#include <fmt/format.h>

#include <bit>

namespace tcviz {
namespace {

int bits_below(int count) { return std::bit_width(static_cast<unsigned>(count) - 1); }

std::uint64_t pack(Element element, int col_bits) {
  return static_cast<std::uint64_t>(element.row) << col_bits | static_cast<std::uint64_t>(element.col);
}

std::string not_a_power(const char* what, int count) {
  return fmt::format("{} {} are no power of two, so bits cannot count them", count, what);
}

// The slot whose number has only input bit `bit` set.
Slot unit_slot(const BitMatrix& matrix, int bit) {
  return bit < matrix.i_bits ? Slot{0, 1 << bit} : Slot{1 << (bit - matrix.i_bits), 0};
}

// The matrix that the zero slot and the single-bit slots force; every other slot has yet to agree. All slots hold an
// element.
BitMatrix forced_matrix(const Layout& layout) {
  BitMatrix matrix;
  matrix.i_bits = bits_below(layout.values());
  matrix.tid_bits = bits_below(layout.threads());
  matrix.row_bits = bits_below(layout.rows());
  matrix.col_bits = bits_below(layout.cols());
  matrix.offset = pack(*layout.element({0, 0}), matrix.col_bits);
  for (int bit = 0; bit < matrix.i_bits + matrix.tid_bits; ++bit)
    matrix.basis.push_back(pack(*layout.element(unit_slot(matrix, bit)), matrix.col_bits) ^ matrix.offset);
  return matrix;
}

std::string why_no_bits(const Layout& layout) {
  if (!std::has_single_bit(static_cast<unsigned>(layout.threads()))) return not_a_power("threads", layout.threads());
  if (!std::has_single_bit(static_cast<unsigned>(layout.values()))) return not_a_power("values", layout.values());
  for (std::int32_t number = 0; number < layout.slots(); ++number) {
    const Slot slot = layout.slot(number);
    if (!layout.element(slot)) return fmt::format("T{} x[{}] holds no element", slot.tid, slot.i);
  }
  return {};
}

}  // namespace

Element BitMatrix::apply(Slot slot) const {
  const std::uint64_t input = static_cast<std::uint64_t>(slot.tid) << i_bits | static_cast<std::uint64_t>(slot.i);
  std::uint64_t image = offset;
  for (std::size_t bit = 0; bit < basis.size(); ++bit)
    if (input >> bit & 1) image ^= basis[bit];
  const std::uint64_t col_mask = (std::uint64_t{1} << col_bits) - 1;
  return {static_cast<int>(image >> col_bits), static_cast<int>(image & col_mask)};
}

Linearity extract_bits(const Layout& layout) {
  if (std::string reason = why_no_bits(layout); !reason.empty()) return {std::nullopt, std::move(reason)};
  BitMatrix matrix = forced_matrix(layout);
  for (std::int32_t number = 0; number < layout.slots(); ++number) {
    const Slot slot = layout.slot(number);
    const Element held = *layout.element(slot), forced = matrix.apply(slot);
    if (held == forced) continue;
    return {std::nullopt, fmt::format("T{} x[{}] holds ({}, {}), but the slots of its single bits XOR to ({}, {})",
                                      slot.tid, slot.i, held.row, held.col, forced.row, forced.col)};
  }
  return {std::move(matrix), {}};
}

}  // namespace tcviz
