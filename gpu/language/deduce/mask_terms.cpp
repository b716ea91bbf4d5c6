#include "gpu/language/deduce/mask_terms.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <climits>

namespace tcviz::inline gpu_deduce {
namespace {

// Bits of one input that all move by the same distance: ((input & mask) << shift), shift < 0 to the right.
struct Group {
  int input = 0, shift = 0;
  std::uint64_t mask = 0;  // of the input's bits
};

std::vector<Group> groups_of(const LinearMap& map) {
  std::vector<Group> groups;
  std::size_t at = 0;
  for (int input = 0; input < static_cast<int>(map.inputs.size()); ++input) {
    for (int bit = 0; bit < map.inputs[static_cast<std::size_t>(input)].bits; ++bit, ++at) {
      for (std::uint64_t image = map.images[at]; image != 0; image &= image - 1) {
        const int shift = std::countr_zero(image) - bit;
        auto found = std::ranges::find_if(groups, [&](const Group& g) { return g.input == input && g.shift == shift; });
        if (found == groups.end()) found = groups.insert(groups.end(), {input, shift, 0});
        found->mask |= std::uint64_t{1} << bit;
      }
    }
  }
  std::ranges::stable_sort(groups, {}, [](const Group& g) { return std::countr_zero(g.mask) + g.shift; });
  return groups;
}

std::uint64_t shifted(std::uint64_t bits, int shift) { return shift >= 0 ? bits << shift : bits >> -shift; }

// Finds the cheapest way to join the groups. `offset`: the whole is to be shifted left by it afterwards.
class Joiner {
 public:
  Joiner(const LinearMap& map, std::vector<Group> groups) : map_(map), groups_(std::move(groups)) {
    offsets_ = {0};
    for (const Group& group : groups_)
      if (std::ranges::find(offsets_, group.shift) == offsets_.end()) offsets_.push_back(group.shift);
    choices_.resize(offsets_.size() << groups_.size());
    direct_.resize(choices_.size());
  }

  Spelled spell() { return spell((std::size_t{1} << groups_.size()) - 1, 0); }

 private:
  enum class Way : std::uint8_t { Unknown, Impossible, Leaf, Split, Shift, Mask };
  struct Choice {
    Way way = Way::Unknown;
    int cost = INT_MAX / 4;
    std::size_t part = 0;  // Split: the first part; Shift: the other offset's number
  };

  std::uint64_t full(const Group& group) const {
    return (std::uint64_t{1} << map_.inputs[static_cast<std::size_t>(group.input)].bits) - 1;
  }
  const Group& only(std::size_t set) const { return groups_[static_cast<std::size_t>(std::countr_zero(set))]; }

  // True if no group of the set falls below bit 0 before the shift by `offset`.
  bool possible(std::size_t set, int offset) const {
    for (std::size_t rest = set; rest != 0; rest &= rest - 1) {
      const Group& group = only(rest);
      if (std::countr_zero(group.mask) + group.shift - offset < 0) return false;
    }
    return true;
  }

  // True if the shift alone (input, input << s, input >> s) does not leave exactly the mask's bits.
  bool needs_mask(const Group& group, int shift) const {
    const std::uint64_t left = shift >= 0 ? full(group) : full(group) >> -shift << -shift;
    return left != group.mask;
  }
  int leaf_cost(const Group& group, int offset) const {
    const int shift = group.shift - offset;
    return (shift != 0) + needs_mask(group, shift);
  }

  const Choice& best(std::size_t set, std::size_t offset) {
    Choice& known = choices_[offset << groups_.size() | set];
    if (known.way != Way::Unknown) return known;
    Choice found = direct(set, offsets_[offset], offset);
    for (std::size_t other = 0; other < offsets_.size(); ++other) {
      if (other == offset) continue;
      const Choice inner = direct(set, offsets_[other], other);
      if (inner.cost + 1 < found.cost) found = {Way::Shift, inner.cost + 1, other};
    }
    return choices_[offset << groups_.size() | set] = found;
  }

  Choice direct(std::size_t set, int offset, std::size_t number) {
    Choice& known = direct_[number << groups_.size() | set];
    if (known.way != Way::Unknown) return known;
    Choice found{Way::Impossible};
    if (possible(set, offset)) {
      if (std::has_single_bit(set))
        return direct_[number << groups_.size() | set] = {Way::Leaf, leaf_cost(only(set), offset)};
      const int masked = mask_cost(set, offset);
      if (masked < found.cost) found = {Way::Mask, masked};
      // Takes only parts that hold the lowest group, so that every split is seen once.
      for (std::size_t part = (set - 1) & set; part != 0; part = (part - 1) & set) {
        if (!(part & set & (~set + 1))) continue;
        const int cost = best(part, number).cost + best(set & ~part, number).cost + 1;
        if (cost < found.cost) found = {Way::Split, cost, part};
      }
    }
    return direct_[number << groups_.size() | set] = found;
  }

  // Returns the cost of (a << 1 | b >> 2) & mask: the parts with all their bits. Each bit that the mask keeps must come
  // from one part alone.
  int mask_cost(std::size_t set, int offset) const {
    int cost = std::popcount(set);
    for (std::size_t rest = set; rest != 0; rest &= rest - 1) {
      const Group& group = only(rest);
      const std::uint64_t wanted = shifted(group.mask, group.shift - offset);
      for (std::size_t others = set; others != 0; others &= others - 1) {
        const Group& other = only(others);
        if (&other != &group && (shifted(full(other), other.shift - offset) & wanted)) return INT_MAX / 4;
      }
      if (shifted(full(group), group.shift - offset) & (mask_of(set, offset) & ~wanted)) return INT_MAX / 4;
      cost += group.shift != offset;
    }
    return cost;
  }
  std::uint64_t mask_of(std::size_t set, int offset) const {
    std::uint64_t mask = 0;
    for (std::size_t rest = set; rest != 0; rest &= rest - 1)
      mask |= shifted(only(rest).mask, only(rest).shift - offset);
    return mask;
  }

  Spelled shift_by(const Spelled& value, int shift) const {
    if (shift == 0) return value;
    return combine(value, shift > 0 ? "<<" : ">>", spell_number(std::abs(shift)));
  }
  Spelled bare(const Group& group) const { return spell_leaf(map_.inputs[static_cast<std::size_t>(group.input)].name); }

  Spelled leaf(const Group& group, int offset) const {
    const int shift = group.shift - offset;
    if (!needs_mask(group, shift)) return shift_by(bare(group), shift);
    if (shift < 0)
      return combine(shift_by(bare(group), shift), "&", spell_number(static_cast<std::int64_t>(group.mask >> -shift)));
    return shift_by(combine(bare(group), "&", spell_number(static_cast<std::int64_t>(group.mask))), shift);
  }

  std::string_view joint(std::uint64_t a, std::uint64_t b) const { return a & b ? "^" : "|"; }
  std::uint64_t bits_of(std::size_t set) const {
    std::uint64_t bits = 0;
    for (std::size_t rest = set; rest != 0; rest &= rest - 1) bits |= shifted(only(rest).mask, only(rest).shift);
    return bits;
  }

  Spelled spell(std::size_t set, std::size_t offset) {
    const Choice choice = best(set, offset);
    if (choice.way != Way::Shift) return spell_direct(set, offset, choice);
    const Spelled inner = spell_direct(set, choice.part, direct(set, offsets_[choice.part], choice.part));
    return shift_by(inner, offsets_[choice.part] - offsets_[offset]);
  }

  Spelled spell_direct(std::size_t set, std::size_t offset, const Choice& choice) {
    if (choice.way == Way::Leaf) return leaf(only(set), offsets_[offset]);
    if (choice.way == Way::Mask) return spell_masked(set, offsets_[offset]);
    const std::size_t other = set & ~choice.part;
    return combine(spell(choice.part, offset), joint(bits_of(choice.part), bits_of(other)), spell(other, offset));
  }

  Spelled spell_masked(std::size_t set, int offset) const {
    Spelled sum;
    std::uint64_t mask = 0;
    for (std::size_t rest = set; rest != 0; rest &= rest - 1) {
      const Group& group = only(rest);
      const Spelled part = shift_by(bare(group), group.shift - offset);
      sum = sum.text.empty() ? part : combine(sum, "|", part);
      mask |= shifted(group.mask, group.shift - offset);
    }
    return combine(sum, "&", spell_number(static_cast<std::int64_t>(mask)));
  }

  const LinearMap& map_;
  std::vector<Group> groups_;
  std::vector<int> offsets_;
  // Indexed by the offset's number and the set of groups: the best way, and the best that does not shift the whole.
  std::vector<Choice> choices_;
  std::vector<Choice> direct_;
};

// The most groups that are joined in the best way: above it there are too many ways, and groups are joined one after
// the other.
constexpr std::size_t most_joined = 7;

Spelled join_in_parts(const LinearMap& map, const std::vector<Group>& groups) {
  Spelled sum;
  std::uint64_t seen = 0;
  for (std::size_t first = 0; first < groups.size(); first += most_joined) {
    const std::size_t end = std::min(first + most_joined, groups.size());
    const std::vector<Group> part(groups.begin() + static_cast<std::ptrdiff_t>(first),
                                  groups.begin() + static_cast<std::ptrdiff_t>(end));
    std::uint64_t bits = 0;
    for (const Group& group : part) bits |= shifted(group.mask, group.shift);
    const Spelled text = Joiner(map, part).spell();
    sum = sum.text.empty() ? text : combine(sum, seen & bits ? "^" : "|", text);
    seen |= bits;
  }
  return sum;
}

// Spells input / 4 % 2 * 8 for a run of neighbouring bits.
Spelled digit(const LinearMap& map, const Group& group, int low, int high) {
  const Input& input = map.inputs[static_cast<std::size_t>(group.input)];
  Spelled text = spell_leaf(input.name);
  if (low > 0) text = combine(text, "/", spell_number(std::int64_t{1} << low));
  if (high + 1 < input.bits) text = combine(text, "%", spell_number(std::int64_t{1} << (high - low + 1)));
  const int to = low + group.shift;
  return to > 0 ? combine(text, "*", spell_number(std::int64_t{1} << to)) : text;
}

void add_runs(const LinearMap& map, const Group& group, Spelled& sum) {
  for (std::uint64_t mask = group.mask; mask != 0;) {
    const int low = std::countr_zero(mask), length = std::countr_one(mask >> low);
    const Spelled text = digit(map, group, low, low + length - 1);
    sum = sum.text.empty() ? text : combine(sum, "+", text);
    mask &= ~(((std::uint64_t{1} << length) - 1) << low);
  }
}

// Spells every bit on its own, as a sum of its sources modulo 2.
Spelled parity_digits(const LinearMap& map) {
  Spelled sum;
  for (int bit = 0; bit < map.result_bits; ++bit) {
    Spelled sources;
    std::size_t at = 0;
    for (const Input& input : map.inputs)
      for (int from = 0; from < input.bits; ++from, ++at) {
        if (!(map.images[at] >> bit & 1)) continue;
        const Spelled source = from == 0 ? spell_leaf(input.name)
                                         : combine(spell_leaf(input.name), "/", spell_number(std::int64_t{1} << from));
        sources = sources.text.empty() ? source : combine(sources, "+", source);
      }
    if (map.constant >> bit & 1)
      sources = sources.text.empty() ? spell_number(1) : combine(sources, "+", spell_number(1));
    if (sources.text.empty()) continue;
    Spelled text = combine(sources, "%", spell_number(2));
    if (bit > 0) text = combine(text, "*", spell_number(std::int64_t{1} << bit));
    sum = sum.text.empty() ? text : combine(sum, "+", text);
  }
  return sum.text.empty() ? spell_number(0) : sum;
}

}  // namespace

Spelled spell_with_masks(const LinearMap& map) {
  const std::vector<Group> groups = groups_of(map);
  const Spelled constant = spell_number(static_cast<std::int64_t>(map.constant));
  if (groups.empty()) return constant;
  const Spelled sum = join_in_parts(map, groups);
  if (map.constant == 0) return sum;
  std::uint64_t bits = 0;
  for (const std::uint64_t image : map.images) bits |= image;
  return combine(sum, bits & map.constant ? "^" : "|", constant);
}

Spelled spell_with_division(const LinearMap& map) {
  if (!map.each_bit_has_one_source()) return parity_digits(map);
  Spelled sum;
  for (const Group& group : groups_of(map)) add_runs(map, group, sum);
  const Spelled constant = spell_number(static_cast<std::int64_t>(map.constant));
  if (sum.text.empty()) return constant;
  return map.constant == 0 ? sum : combine(sum, "+", constant);
}

}  // namespace tcviz::inline gpu_deduce
