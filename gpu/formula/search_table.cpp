#include "gpu/formula/search_table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace tcviz {
namespace {

using Values = SearchTable::Values;

constexpr int most_constant = 1024;
constexpr std::size_t first_places = std::size_t{1} << 16;
constexpr std::size_t between_stops = 1024;  // entries that are looked at before a stop is asked for again

// 1 to 64, and above it what has at most two bits, or all bits up to one: factors that copy bits, masks.
std::vector<std::int16_t> make_constants() {
  std::vector<std::int16_t> all;
  for (int c = 1; c <= most_constant; ++c) {
    const auto bits = static_cast<unsigned>(c);
    if (c <= 64 || std::popcount(bits) <= 2 || (bits & (bits + 1)) == 0) all.push_back(static_cast<std::int16_t>(c));
  }
  return all;
}

std::uint32_t hash_of(const Values& values) {
  std::uint64_t words[sizeof(Values) / 8];
  std::memcpy(words, values.data(), sizeof words);
  std::uint64_t hash = 0x9e3779b97f4a7c15u;
  for (const std::uint64_t word : words) {
    hash = (hash ^ word) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
  }
  return static_cast<std::uint32_t>(hash);
}

}  // namespace

SearchTable::SearchTable(std::vector<std::string> names, std::vector<Values> leaves, const std::stop_token& stop)
    : names_(std::move(names)), places_(first_places) {
  for (const Values& leaf : leaves) {
    entries_.push_back({leaf, 0, 0, 0});
    const std::uint32_t hash = hash_of(leaf);
    const std::size_t place = static_cast<std::size_t>(&place_of(hash, leaf) - places_.data());
    if (places_[place].entry < 0) places_[place] = {hash, static_cast<std::int32_t>(entries_.size() - 1)};
  }
  one_begin_ = two_begin_ = entries_.size();
  if (!extend_all(0, one_begin_, stop)) return;
  two_begin_ = entries_.size();
  searched_ = 1;
  if (extend_all(one_begin_, two_begin_, stop)) searched_ = most_operators;
}

// The place of the entry with these values, or the free one where it belongs.
const SearchTable::Place& SearchTable::place_of(std::uint32_t hash, const Values& values) const {
  for (std::size_t at = hash;; ++at) {
    const Place& place = places_[at & (places_.size() - 1)];
    if (place.entry < 0) return place;
    if (place.hash == hash && entries_[static_cast<std::size_t>(place.entry)].values == values) return place;
  }
}

void SearchTable::insert(const Values& values, std::int32_t left, std::size_t op, std::int32_t right) {
  const std::uint32_t hash = hash_of(values);
  const auto at = static_cast<std::size_t>(&place_of(hash, values) - places_.data());
  if (places_[at].entry >= 0) return;
  places_[at] = {hash, static_cast<std::int32_t>(entries_.size())};
  entries_.push_back({values, left, right, static_cast<std::uint8_t>(op)});
  if (entries_.size() * 2 > places_.size()) grow();
}

void SearchTable::grow() {
  const std::vector<Place> old = std::exchange(places_, std::vector<Place>(places_.size() * 2));
  for (const Place& place : old) {
    if (place.entry < 0) continue;
    std::size_t at = place.hash & (places_.size() - 1);
    while (places_[at].entry >= 0) at = (at + 1) & (places_.size() - 1);
    places_[at] = place;
  }
}

// The entry with every constant and every leaf, on both sides.
void SearchTable::extend(std::size_t at, std::span<const std::int16_t> constants) {
  const Values x = entries_[at].values;
  const auto number = static_cast<std::int32_t>(at);
  const auto operators = search_operators();
  Values out;
  for (const std::int16_t c : constants) {
    for (std::size_t op = 0; op < operators.size(); ++op) {
      if (operators[op].apply_right(x, c, out)) insert(out, number, op, ~std::int32_t{c});
      if (!operators[op].commutes && operators[op].apply_left(c, x, out)) insert(out, ~std::int32_t{c}, op, number);
    }
  }
  for (std::size_t leaf = 0; leaf < names_.size(); ++leaf) {
    const Values y = entries_[leaf].values;
    const auto other = static_cast<std::int32_t>(leaf);
    for (std::size_t op = 0; op < operators.size(); ++op) {
      if (operators[op].apply(x, y, out)) insert(out, number, op, other);
      if (!operators[op].commutes && operators[op].apply(y, x, out)) insert(out, other, op, number);
    }
  }
}

bool SearchTable::extend_all(std::size_t begin, std::size_t end, const std::stop_token& stop) {
  const std::vector<std::int16_t> constants = make_constants();
  for (std::size_t at = begin; at < end; ++at) {
    if (stop.stop_requested()) return false;
    extend(at, constants);
  }
  return true;
}

SearchTable::Answer SearchTable::find(const Values& target, const std::stop_token& stop) const {
  if (std::ranges::all_of(target, [&](std::int16_t value) { return value == target[0]; }))
    return {spell_number(target[0]), 0};
  const SearchTarget sought(target);
  std::optional<Spelled> entry;
  if (const Place& place = place_of(hash_of(target), target); place.entry >= 0) entry = spell(place.entry);
  const std::stop_token never;
  const std::size_t begins[] = {0, one_begin_, two_begin_, entries_.size()};
  for (int operators = 0; operators <= most_operators + 1; ++operators) {
    if (entry && entry->operators == operators) return {entry, operators};
    if (operators > 0 && operators <= searched_ + 1) {
      const auto from = static_cast<std::size_t>(operators) - 1;
      const std::stop_token& until = operators > most_operators ? stop : never;
      if (auto found = find_outermost(sought, begins[from], begins[from + 1], until)) return {found, operators};
    }
    if (operators > searched_ && operators <= most_operators) return {entry, operators};
  }
  const int all = most_operators + 1;
  auto found = find_pair(target, stop);
  return {found, found || stop.stop_requested() ? all : all + 1};
}

std::optional<Spelled> SearchTable::with_constant(std::size_t at, const SearchTarget& target) const {
  const Values& x = entries_[at].values;
  for (const SearchOperator& op : search_operators()) {
    const auto c = op.constant != nullptr ? op.constant(x, target) : std::nullopt;
    if (!c) continue;
    const bool minus = op.sign == "+" && *c < 0;
    return combine(spell(at), minus ? "-" : op.sign, spell_number(minus ? -*c : *c));
  }
  const std::int32_t sum = x[0] + target.values[0];
  for (std::size_t p = 0; p < points; ++p)
    if (x[p] + target.values[p] != sum) return std::nullopt;
  return combine(spell_number(sum), "-", spell(at));
}

std::optional<Spelled> SearchTable::with_leaf(std::size_t at, const Values& target) const {
  const Values& x = entries_[at].values;
  for (std::size_t leaf = 0; leaf < names_.size(); ++leaf) {
    const Values& y = entries_[leaf].values;
    for (const SearchOperator& op : search_operators()) {
      if (op.equals(x, y, target)) return combine(spell(at), op.sign, spell(leaf));
      if (!op.commutes && op.equals(y, x, target)) return combine(spell(leaf), op.sign, spell(at));
    }
  }
  return std::nullopt;
}

std::optional<Spelled> SearchTable::find_outermost(const SearchTarget& target, std::size_t begin, std::size_t end,
                                                   const std::stop_token& stop) const {
  for (std::size_t at = begin; at < end; ++at) {
    if (at % between_stops == 0 && stop.stop_requested()) return std::nullopt;
    if (auto found = with_constant(at, target)) return found;
    if (auto found = with_leaf(at, target.values)) return found;
  }
  return std::nullopt;
}

// One operator on each side of another.
std::optional<Spelled> SearchTable::find_pair(const Values& target, const std::stop_token& stop) const {
  for (std::size_t a = one_begin_; a < two_begin_ && !stop.stop_requested(); ++a) {
    for (std::size_t b = one_begin_; b < two_begin_; ++b) {
      for (const SearchOperator& op : search_operators()) {
        if ((op.commutes && b < a) || !op.equals(entries_[a].values, entries_[b].values, target)) continue;
        return combine(spell(a), op.sign, spell(b));
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
  return combine(spell(found.left), search_operators()[found.op].sign, spell(found.right));
}

}  // namespace tcviz
