#include "gpu/formula/search_table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace tcviz {
namespace {

using Values = SearchTable::Values;

enum Op : std::uint8_t { And, Or, Xor, Add, Sub, Mul, Div, Mod, Shl, Shr };
constexpr std::array<std::string_view, 10> signs = {"&", "|", "^", "+", "-", "*", "/", "%", "<<", ">>"};
constexpr bool commutes(int op) { return op <= Add || op == Mul; }

constexpr std::int32_t none = INT32_MIN;
constexpr int most_constant = 1024;

// `none` where C leaves it undefined or the value leaves the searched range.
std::int32_t compute(int op, std::int32_t a, std::int32_t b) {
  switch (op) {
    case And:
      return a & b;
    case Or:
      return a | b;
    case Xor:
      return a ^ b;
    case Add:
      return a + b;
    case Sub:
      return a - b;
    case Mul:
      return a * b;
    case Div:
      return b == 0 ? none : a / b;
    case Mod:
      return b == 0 ? none : a % b;
    case Shl:
      return b < 0 || b > 14 || a < 0 ? none : a << b;
    case Shr:
      return b < 0 || b > 14 ? none : a >> b;
    default:
      return none;
  }
}

bool in_range(std::int32_t value) { return value >= INT16_MIN && value <= INT16_MAX; }

bool compute_all(int op, const Values& a, const Values& b, Values& out) {
  for (std::size_t p = 0; p < SearchTable::points; ++p) {
    const std::int32_t value = compute(op, a[p], b[p]);
    if (!in_range(value)) return false;
    out[p] = static_cast<std::int16_t>(value);
  }
  return true;
}

bool equals(int op, const Values& a, const Values& b, const Values& target) {
  for (std::size_t p = 0; p < SearchTable::points; ++p)
    if (compute(op, a[p], b[p]) != target[p]) return false;
  return true;
}

Values constant(std::int16_t value) {
  Values values;
  values.fill(value);
  return values;
}

// 1 to 64, and above it what has at most two bits, or all bits up to one: factors that copy bits, masks.
std::vector<std::int16_t> make_constants() {
  std::vector<std::int16_t> all;
  for (int c = 1; c <= most_constant; ++c) {
    const auto bits = static_cast<unsigned>(c);
    if (c <= 64 || std::popcount(bits) <= 2 || (bits & (bits + 1)) == 0) all.push_back(static_cast<std::int16_t>(c));
  }
  return all;
}

bool holds(int op, const Values& x, std::int32_t c, const Values& f) {
  for (std::size_t p = 0; p < SearchTable::points; ++p)
    if (compute(op, x[p], c) != f[p]) return false;
  return true;
}

// The constants c for which x op c may be f: forced by a few points, then checked on all.
std::optional<std::int32_t> outermost_constant(int op, const Values& x, const Values& f) {
  std::int32_t c = none;
  std::size_t p = 0;
  switch (op) {
    case And:
      c = 0;
      for (const std::int16_t value : f) c |= value;
      break;
    case Or:
      c = 0;
      for (std::size_t q = 0; q < SearchTable::points; ++q) {
        if (x[q] & ~f[q]) return std::nullopt;
        c |= f[q] & ~x[q];
      }
      break;
    case Xor:
      c = f[0] ^ x[0];
      break;
    case Add:
      c = f[0] - x[0];
      break;
    case Mul:
      while (p + 1 < SearchTable::points && x[p] == 0) ++p;
      if (x[p] == 0) return std::nullopt;
      c = f[p] / x[p];
      break;
    case Div:
      while (p + 1 < SearchTable::points && f[p] <= 1) ++p;
      if (f[p] <= 0) return std::nullopt;
      for (c = x[p] / (f[p] + 1) + 1; c <= x[p] / f[p]; ++c)
        if (c > 0 && holds(op, x, c, f)) return c;
      return std::nullopt;
    case Mod:
      while (p + 1 < SearchTable::points && f[p] == x[p]) ++p;
      for (c = std::max(1, f[p] + 1); c <= x[p] - f[p]; ++c)
        if ((x[p] - f[p]) % c == 0 && holds(op, x, c, f)) return c;
      return std::nullopt;
    default:
      for (c = 1; c < 15; ++c)
        if (holds(op, x, c, f)) return c;
      return std::nullopt;
  }
  return holds(op, x, c, f) ? std::optional(c) : std::nullopt;
}

}  // namespace

std::size_t SearchTable::Hash::operator()(const Values& values) const {
  std::uint64_t hash = 0x9e3779b97f4a7c15u;
  for (std::size_t at = 0; at < points; at += 4) {
    std::uint64_t word = 0;
    std::memcpy(&word, values.data() + at, sizeof word);
    hash = (hash ^ word) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
  }
  return hash;
}

SearchTable::SearchTable(std::vector<std::string> names, std::vector<Values> leaves) : names_(std::move(names)) {
  for (const Values& leaf : leaves) {
    by_values_.try_emplace(leaf, static_cast<std::int32_t>(entries_.size()));
    entries_.push_back({leaf, 0, 0, 0});
  }
  one_begin_ = entries_.size();
  extend(0, one_begin_);
  two_begin_ = entries_.size();
  extend(one_begin_, two_begin_);
}

void SearchTable::add(int op, std::int32_t left, const Values& a, std::int32_t right, const Values& b) {
  Entry entry{{}, left, right, static_cast<std::uint8_t>(op)};
  if (!compute_all(op, a, b, entry.values)) return;
  if (by_values_.try_emplace(entry.values, static_cast<std::int32_t>(entries_.size())).second)
    entries_.push_back(entry);
}

// Each entry of the range with every constant and every leaf, on both sides.
void SearchTable::extend(std::size_t begin, std::size_t end) {
  std::vector<std::pair<std::int32_t, Values>> others;
  for (const std::int16_t c : make_constants()) others.emplace_back(~std::int32_t{c}, constant(c));
  for (std::size_t leaf = 0; leaf < names_.size(); ++leaf)
    others.emplace_back(static_cast<std::int32_t>(leaf), entries_[leaf].values);
  for (std::size_t at = begin; at < end; ++at) {
    const Values values = entries_[at].values;
    const auto number = static_cast<std::int32_t>(at);
    for (const auto& [other, other_values] : others) {
      for (int op = And; op <= Shr; ++op) {
        add(op, number, values, other, other_values);
        if (!commutes(op)) add(op, other, other_values, number, values);
      }
    }
  }
}

std::optional<Spelled> SearchTable::find(const Values& target) const {
  if (std::ranges::all_of(target, [&](std::int16_t value) { return value == target[0]; }))
    return spell_number(target[0]);
  if (const auto found = by_values_.find(target); found != by_values_.end()) return spell(found->second);
  if (auto found = find_outermost(target)) return found;
  return find_pair(target);
}

std::optional<Spelled> SearchTable::find_outermost(const Values& target) const {
  constexpr std::array<int, 9> with_constant = {And, Or, Xor, Add, Mul, Div, Mod, Shl, Shr};
  for (std::size_t at = two_begin_; at < entries_.size(); ++at) {
    const Values& x = entries_[at].values;
    for (const int op : with_constant) {
      const auto c = outermost_constant(op, x, target);
      if (!c) continue;
      const bool minus = op == Add && *c < 0;
      return combine(spell(static_cast<std::int32_t>(at)), minus ? "-" : signs[static_cast<std::size_t>(op)],
                     spell_number(minus ? -*c : *c));
    }
    const std::int32_t sum = x[0] + target[0];
    if (equals(Sub, constant(static_cast<std::int16_t>(sum)), x, target))
      return combine(spell_number(sum), "-", spell(static_cast<std::int32_t>(at)));
    for (std::size_t leaf = 0; leaf < names_.size(); ++leaf) {
      const Values& y = entries_[leaf].values;
      for (int op = And; op <= Shr; ++op) {
        if (equals(op, x, y, target))
          return combine(spell(static_cast<std::int32_t>(at)), signs[static_cast<std::size_t>(op)],
                         spell_leaf(names_[leaf]));
        if (!commutes(op) && equals(op, y, x, target))
          return combine(spell_leaf(names_[leaf]), signs[static_cast<std::size_t>(op)],
                         spell(static_cast<std::int32_t>(at)));
      }
    }
  }
  return std::nullopt;
}

// One operator on each side of another.
std::optional<Spelled> SearchTable::find_pair(const Values& target) const {
  for (std::size_t a = one_begin_; a < two_begin_; ++a) {
    for (std::size_t b = one_begin_; b < two_begin_; ++b) {
      for (int op = And; op <= Shr; ++op) {
        if ((commutes(op) && b < a) || !equals(op, entries_[a].values, entries_[b].values, target)) continue;
        return combine(spell(static_cast<std::int32_t>(a)), signs[static_cast<std::size_t>(op)],
                       spell(static_cast<std::int32_t>(b)));
      }
    }
  }
  return std::nullopt;
}

Spelled SearchTable::spell(std::int32_t entry) const {
  if (entry < 0) return spell_number(~entry);
  const auto number = static_cast<std::size_t>(entry);
  if (number < names_.size()) return spell_leaf(names_[number]);
  const Entry& found = entries_[number];
  return combine(spell(found.left), signs[found.op], spell(found.right));
}

}  // namespace tcviz
