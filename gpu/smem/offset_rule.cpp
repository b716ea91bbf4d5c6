// Finds the swizzle that leaves a sum of digits when it is undone.
#include <fmt/format.h>

#include <algorithm>

#include "gpu/smem/deduce_offset.hpp"

namespace tcviz::inline gpu_smem {
namespace {

constexpr int most_swizzle_bits = 5, most_swizzle_base = 10, most_swizzle_shift = 8;

// Undoes the swizzle, which is its own inverse, because it leaves the bits alone that it takes.
std::int64_t undone(const OffsetRule& rule, std::int64_t address) {
  const XorSwizzle& swizzle = rule.swizzle;
  if (rule.base_offset == 0) return swizzle.apply(address);
  const std::int64_t mask = (1 << swizzle.bits) - 1;
  return address ^ ((((address >> (swizzle.base + swizzle.shift)) - rule.base_offset) & mask) << swizzle.base);
}

class RuleSearch {
 public:
  explicit RuleSearch(const OffsetTile& tile) : tile_(tile) {
    negative_ = std::ranges::any_of(tile.offsets, [](std::int64_t offset) { return offset < 0; });
  }

  std::optional<OffsetRule> find() {
    try_rule({});
    for (const bool of_address : {false, true})
      for (int bits = 1; bits <= 3; ++bits) try_rule({{bits, 4, 3}, of_address, 0, {}});
    for (int base_offset = 1; base_offset < 8; ++base_offset)
      for (int bits = 1; bits <= 3; ++bits) try_rule({{bits, 4, 3}, true, base_offset, {}});
    return best_ ? best_ : general();
  }

 private:
  std::optional<OffsetRule> general() const {
    OffsetRule rule;
    for (const bool of_address : {false, true})
      for (int bits = 1; bits <= most_swizzle_bits; ++bits)
        for (int base = 0; base <= most_swizzle_base; ++base)
          for (int shift = bits; shift <= most_swizzle_shift; ++shift)
            for (const int sign : {1, -1}) {
              rule.of_address = of_address;
              rule.swizzle = {bits, base, sign * shift};
              if (fits(rule)) return rule;
            }
    return std::nullopt;
  }

  // Keeps the plainest sum: small tiles have several rules, and some of them by chance.
  void try_rule(OffsetRule rule) {
    const std::size_t least = (tile_.rows > 1 ? 1 : 0) + (tile_.cols > 1 ? 1 : 0);
    if ((best_ && cost(*best_) <= least) || !fits(rule)) return;
    if (!best_ || cost(rule) < cost(*best_)) best_ = std::move(rule);
  }

  static std::size_t cost(const OffsetRule& rule) {
    const auto falls = [](const Digit& digit) { return digit.stride < 0; };
    return rule.linear.digits.size() + (rule.linear.base != 0 ? 2 : 0) +
           2 * static_cast<std::size_t>(std::ranges::count_if(rule.linear.digits, falls));
  }

  bool fits(OffsetRule& rule) const {
    if (!rule.of_address && negative_ && rule.swizzle.bits > 0) return false;
    const std::int64_t from = rule.of_address ? tile_.start : 0;
    Function2 function{{"row", "col"}, {tile_.rows, tile_.cols}, {}};
    function.value = [&](int row, int col) {
      const auto element =
          static_cast<std::size_t>(row) * static_cast<std::size_t>(tile_.cols) + static_cast<std::size_t>(col);
      return static_cast<int>(undone(rule, from + tile_.offsets[element]) - from);
    };
    std::optional<RadixSum> sum = find_radix_sum(function);
    if (sum) rule.linear = std::move(*sum);
    return sum.has_value();
  }

  const OffsetTile& tile_;
  std::optional<OffsetRule> best_;
  bool negative_ = false;
};

}  // namespace

std::optional<OffsetRule> find_offset_rule(const OffsetTile& tile) { return RuleSearch(tile).find(); }

std::string describe(const OffsetRule& rule) {
  if (rule.swizzle.bits == 0) return "no swizzle";
  std::string text = fmt::format("{} of {}", spell(rule.swizzle), rule.of_address ? "the address" : "the offset");
  if (rule.base_offset > 0) text += fmt::format(", with base offset {}", rule.base_offset);
  return text;
}

}  // namespace tcviz::inline gpu_smem
