#include "app/session/base/bit_sources.hpp"

#include <bit>

#include <fmt/format.h>

namespace tcviz::inline app_session {
namespace {

int bits_for(int count) { return std::bit_width(static_cast<unsigned>(count) - 1); }

BitSum sum_of(const BitMatrix& matrix, int image_bit) {
  BitSum sum;
  sum.flipped = (matrix.offset >> image_bit & 1) != 0;
  for (int input = static_cast<int>(matrix.basis.size()) - 1; input >= 0; --input) {
    if ((matrix.basis[static_cast<std::size_t>(input)] >> image_bit & 1) == 0) continue;
    const bool i = input < matrix.i_bits;
    sum.sources.push_back({i ? BitName::Of::I : BitName::Of::Tid, i ? input : input - matrix.i_bits});
  }
  return sum;
}

}  // namespace

std::string name_of(BitName bit) { return fmt::format("{}{}", bit.of == BitName::Of::Tid ? 't' : 'i', bit.bit); }

std::string describe(const BitSum& sum) {
  std::string text;
  for (const BitName& source : sum.sources) text += (text.empty() ? "" : "^") + name_of(source);
  if (text.empty()) return sum.flipped ? "1" : "0";
  return sum.flipped ? text + "^1" : text;
}

BitTable bit_table(const Layout& layout) {
  BitTable table;
  table.tid_bits = bits_for(layout.threads());
  table.i_bits = bits_for(layout.values());
  const Linearity linearity = extract_bits(layout);
  table.reason = linearity.reason;
  if (!linearity.matrix) return table;
  const BitMatrix& m = *linearity.matrix;
  for (int bit = 0; bit < m.row_bits; ++bit) table.row.push_back(sum_of(m, m.col_bits + bit));
  for (int bit = 0; bit < m.col_bits; ++bit) table.col.push_back(sum_of(m, bit));
  return table;
}

}  // namespace tcviz::inline app_session
