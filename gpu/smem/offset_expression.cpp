// Spells a rule of offsets as C. The shortest way to say the bits that go by exclusive or is a term of row or of col
// alone, as (row & 7) << 4; if there is none, they are taken from the sum itself.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "gpu/smem/offset_styles.hpp"

namespace tcviz::inline gpu_smem {
namespace {

// ((input / divisor + add) & mask) << base
struct XorTerm {
  int input = 0;  // 0: row, 1: col
  int divisor = 1, add = 0;
};

// Returns the value that the exclusive or must have for each row, if it is alike in all columns; for each column, if it
// is alike in all rows.
std::optional<std::vector<std::int64_t>> needed_along(const OffsetTile& tile, const std::vector<std::int64_t>& linear,
                                                      std::int64_t from, int input) {
  const auto cols = static_cast<std::size_t>(tile.cols);
  std::vector<std::int64_t> needed(static_cast<std::size_t>(input == 0 ? tile.rows : tile.cols), -1);
  for (std::size_t element = 0; element < linear.size(); ++element) {
    const std::int64_t bits = (from + tile.offsets[element]) ^ (from + linear[element]);
    std::int64_t& known = needed[input == 0 ? element / cols : element % cols];
    if (known >= 0 && known != bits) return std::nullopt;
    known = bits;
  }
  return needed;
}

std::optional<XorTerm> find_term(const std::vector<std::int64_t>& needed, const XorSwizzle& swizzle, int input) {
  const int mask = (1 << swizzle.bits) - 1, base = swizzle.shift >= 0 ? swizzle.base : swizzle.base - swizzle.shift;
  const auto size = static_cast<int>(needed.size());
  for (int divisor = 1; divisor <= size; divisor *= 2)
    for (int add = 0; add <= mask; ++add) {
      int at = 0;
      while (at < size && needed[static_cast<std::size_t>(at)] == (std::int64_t{(at / divisor + add) & mask} << base))
        ++at;
      if (at == size) return XorTerm{input, divisor, add};
    }
  return std::nullopt;
}

class OffsetWriter {
 public:
  OffsetWriter(const OffsetTile& tile, const OffsetRule& rule) : tile_(tile), rule_(rule) {
    function_ = {{"row", "col"}, {tile.rows, tile.cols}, {}};
    sum_ = spell(rule.linear, function_);
    for (int row = 0; row < tile.rows; ++row)
      for (int col = 0; col < tile.cols; ++col) linear_.push_back(linear_at(row, col));
  }

  OffsetExpression write() const {
    OffsetExpression spelled;
    if (rule_.swizzle.bits == 0) {
      spelled.whole = sum_;
      return spelled;
    }
    for (const std::int64_t from : {std::int64_t{0}, tile_.start})
      for (const int input : {0, 1})
        if (const std::optional<XorTerm> term = term_for(from, input)) {
          const Spelled swizzled = combine(added(from), "^", text_of(*term));
          spelled.whole = without(from, swizzled);
          return spelled;
        }
    const std::int64_t from = rule_.of_address ? tile_.start : 0;
    const Spelled address = added(from), name = spell_leaf("linear");
    spelled.whole = without(from, combine(address, "^", taken(address)));
    spelled.linear = address.text;
    spelled.result = without(from, combine(name, "^", taken(name))).text;
    return spelled;
  }

 private:
  std::int64_t linear_at(int row, int col) const {
    std::int64_t sum = rule_.linear.base;
    for (const Digit& digit : rule_.linear.digits)
      sum += std::int64_t{(digit.input == 0 ? row : col) / digit.before % digit.size} * digit.stride;
    return sum;
  }

  std::optional<XorTerm> term_for(std::int64_t from, int input) const {
    const auto needed = needed_along(tile_, linear_, from, input);
    return needed ? find_term(*needed, rule_.swizzle, input) : std::nullopt;
  }

  Spelled added(std::int64_t from) const { return from == 0 ? sum_ : combine(spell_number(from), "+", sum_); }
  Spelled without(std::int64_t from, const Spelled& text) const {
    return from == 0 ? text : combine(text, "-", spell_number(from));
  }

  Spelled text_of(const XorTerm& term) const {
    const int mask = (1 << rule_.swizzle.bits) - 1, shift = rule_.swizzle.shift;
    Spelled text = spell_leaf(function_.names[term.input]);
    if (term.divisor > 1) text = combine(text, ">>", spell_number(std::countr_zero(unsigned(term.divisor))));
    if (term.add > 0) text = combine(text, "+", spell_number(term.add));
    const bool masked = term.add > 0 || (function_.sizes[term.input] - 1) / term.divisor > mask;
    if (masked) text = combine(text, "&", spell_number(mask));
    const int base = shift >= 0 ? rule_.swizzle.base : rule_.swizzle.base - shift;
    return base == 0 ? text : combine(text, "<<", spell_number(base));
  }

  // Spells the bits of an address that are moved, at the place to which they go.
  Spelled taken(const Spelled& address) const {
    const auto& [bits, base, shift] = rule_.swizzle;
    const int mask = (1 << bits) - 1;
    if (rule_.base_offset > 0) {
      const Spelled moved =
          combine(combine(address, ">>", spell_number(base + shift)), "-", spell_number(rule_.base_offset));
      return combine(combine(moved, "&", spell_number(mask)), "<<", spell_number(base));
    }
    if (shift >= 0) return combine(combine(address, ">>", spell_number(shift)), "&", spell_number(mask << base));
    return combine(combine(address, "<<", spell_number(-shift)), "&", spell_number(mask << (base - shift)));
  }

  const OffsetTile& tile_;
  const OffsetRule& rule_;
  Function2 function_;
  Spelled sum_;
  std::vector<std::int64_t> linear_;
};

}  // namespace

OffsetExpression spell_offset(const OffsetTile& tile, const OffsetRule& rule) {
  return OffsetWriter(tile, rule).write();
}

}  // namespace tcviz::inline gpu_smem
