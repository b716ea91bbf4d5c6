#include "gpu/layout/gf2.hpp"

#include <fmt/format.h>

#include <bit>

namespace tcviz::inline gpu_layout {
namespace {

int bits_below(int count) { return std::bit_width(static_cast<unsigned>(count) - 1); }

std::uint64_t pack(Element element, int col_bits) {
  return static_cast<std::uint64_t>(element.row) << col_bits | static_cast<std::uint64_t>(element.col);
}

std::string not_a_power(const char* what, int count) {
  return fmt::format("{} {} are not a power of two, so bits cannot count them", count, what);
}

// Returns the slot whose number has only input bit `bit` set.
Slot unit_slot(const BitMatrix& matrix, int bit) {
  return bit < matrix.i_bits ? Slot{0, 1 << bit} : Slot{1 << (bit - matrix.i_bits), 0};
}

// Returns the matrix that follows from the zero slot and the single-bit slots; every other slot has yet to agree. All
// slots hold an element.
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

std::string why_no_counts(const Layout& layout) {
  if (!std::has_single_bit(static_cast<unsigned>(layout.threads()))) return not_a_power("threads", layout.threads());
  if (!std::has_single_bit(static_cast<unsigned>(layout.values()))) return not_a_power("values", layout.values());
  return {};
}

// Equations over GF(2), one for each slot that holds an element: the images of its set bits, and the offset, add up to
// the element. Kept in echelon form: the highest unknown of an equation stands in no later one.
class SlotEquations {
 public:
  explicit SlotEquations(int unknowns) : equations_(static_cast<std::size_t>(unknowns)) {}

  // Adds an equation. False if it contradicts the others.
  bool add(std::uint64_t unknowns, std::uint64_t sum) {
    while (unknowns != 0) {
      Equation& equation = equations_[highest(unknowns)];
      if (equation.unknowns == 0) return equation = {unknowns, sum}, true;
      unknowns ^= equation.unknowns;
      sum ^= equation.sum;
    }
    return sum == 0;
  }

  // Returns the images; unknowns that nothing determines are 0.
  std::vector<std::uint64_t> solution() const {
    std::vector<std::uint64_t> images(equations_.size(), 0);
    for (std::size_t at = 0; at < equations_.size(); ++at) {
      if (equations_[at].unknowns == 0) continue;
      images[at] = equations_[at].sum;
      for (std::size_t lower = 0; lower < at; ++lower)
        if (equations_[at].unknowns >> lower & 1) images[at] ^= images[lower];
    }
    return images;
  }

 private:
  struct Equation {
    std::uint64_t unknowns = 0, sum = 0;
  };
  static std::size_t highest(std::uint64_t unknowns) { return static_cast<std::size_t>(std::bit_width(unknowns)) - 1; }

  std::vector<Equation> equations_;
};

std::string why_no_bits(const Layout& layout) {
  if (std::string counts = why_no_counts(layout); !counts.empty()) return counts;
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

Linearity extract_bits_where_held(const Layout& layout) {
  if (std::string reason = why_no_counts(layout); !reason.empty()) return {std::nullopt, std::move(reason)};
  BitMatrix matrix;
  matrix.i_bits = bits_below(layout.values());
  matrix.tid_bits = bits_below(layout.threads());
  matrix.row_bits = bits_below(layout.rows());
  matrix.col_bits = bits_below(layout.cols());
  const int inputs = matrix.i_bits + matrix.tid_bits;
  SlotEquations equations(inputs + 1);  // the offset is the last unknown
  for (std::int32_t number = 0; number < layout.slots(); ++number) {
    const Slot slot = layout.slot(number);
    const auto element = layout.element(slot);
    if (!element) continue;
    const auto bits = static_cast<std::uint64_t>(slot.tid) << matrix.i_bits | static_cast<std::uint64_t>(slot.i);
    if (!equations.add(bits | std::uint64_t{1} << inputs, pack(*element, matrix.col_bits)))
      return {std::nullopt, fmt::format("T{} x[{}] holds ({}, {}), which no exclusive or of the other slots' gives",
                                        slot.tid, slot.i, element->row, element->col)};
  }
  matrix.basis = equations.solution();
  matrix.offset = matrix.basis.back();
  matrix.basis.pop_back();
  return {std::move(matrix), {}};
}

}  // namespace tcviz::inline gpu_layout
