#include "gpu/language/deduce/search_table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace tcviz::inline gpu_deduce {
namespace {

using Values = SearchValues;

constexpr int most_constant = 1024;
constexpr std::size_t first_places = std::size_t{1} << 16;
constexpr std::size_t between_stops = 1024;  // entries that are looked at between two checks for a stop

// The sets of constants: 1 to 64, and above it those that have at most two bits, or are a run of bits: factors that
// copy bits, masks. The usual ones come first: formulae found with them are easier to read.
enum class Constants : std::uint8_t { Usual, Runs };
std::vector<std::int16_t> make_constants(Constants which) {
  std::vector<std::int16_t> all;
  for (int c = 1; c <= most_constant; ++c) {
    const auto bits = static_cast<unsigned>(c), low = bits >> std::countr_zero(bits);
    const bool usual = c <= 64 || std::popcount(bits) <= 2 || (bits & (bits + 1)) == 0;
    const bool run = (low & (low + 1)) == 0;
    if (which == Constants::Usual ? usual : run && !usual) all.push_back(static_cast<std::int16_t>(c));
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

// Returns the place of the entry with these values, or the free one for it.
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

// Extends the entry with every constant and every leaf, on both sides.
void SearchTable::extend(std::size_t at, std::span<const std::int16_t> constants, bool with_leaves) {
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
  for (std::size_t leaf = 0; with_leaves && leaf < names_.size(); ++leaf) {
    const Values y = entries_[leaf].values;
    const auto other = static_cast<std::int32_t>(leaf);
    for (std::size_t op = 0; op < operators.size(); ++op) {
      if (operators[op].apply(x, y, out)) insert(out, number, op, other);
      if (!operators[op].commutes && operators[op].apply(y, x, out)) insert(out, other, op, number);
    }
  }
}

bool SearchTable::extend_all(std::size_t begin, std::size_t end, const std::stop_token& stop) {
  for (const Constants which : {Constants::Usual, Constants::Runs}) {
    const std::vector<std::int16_t> constants = make_constants(which);
    for (std::size_t at = begin; at < end; ++at) {
      if (stop.stop_requested()) return false;
      extend(at, constants, which == Constants::Usual);
    }
  }
  return true;
}

// Takes the first formula that is accepted, and knows if any was refused. Stops after most_refused refusals.
class SearchTable::Asker {
 public:
  explicit Asker(const Accept& accept) : accept_(accept) {}
  bool done() const { return found_.has_value() || refused_ >= most_refused; }
  bool refused() const { return refused_ > 0; }
  const std::optional<Spelled>& found() const { return found_; }
  void ask(Spelled formula) {
    if (done()) return;
    if (!accept_ || accept_(formula))
      found_ = std::move(formula);
    else
      ++refused_;
  }

 private:
  static constexpr int most_refused = 2000;
  const Accept& accept_;
  std::optional<Spelled> found_;
  int refused_ = 0;
};

SearchTable::Answer SearchTable::find(const Values& target, const Accept& accept, const std::stop_token& stop) const {
  Asker asker(accept);
  const bool same = std::ranges::all_of(target, [&](std::int16_t value) { return value == target[0]; });
  if (same) asker.ask(spell_number(target[0]));
  int none_below = 0;  // until something is refused
  const auto reached = [&](int operators) {
    if (!asker.refused()) none_below = operators;
  };
  if (asker.found()) return {asker.found(), 0};
  const SearchTarget sought(target);
  std::optional<Spelled> entry;
  if (const Place& place = place_of(hash_of(target), target); place.entry >= 0) entry = spell(place.entry);
  const std::stop_token never;
  const std::size_t begins[] = {0, one_begin_, two_begin_, entries_.size()};
  for (int operators = 0; operators <= most_operators + 1; ++operators) {
    reached(operators);
    if (entry && entry->operators == operators) asker.ask(*entry);
    if (operators > 0 && operators <= searched_ + 1) {
      const auto from = static_cast<std::size_t>(operators) - 1;
      find_outermost(sought, begins[from], begins[from + 1], operators > most_operators ? stop : never, asker);
    }
    if (asker.found()) return {asker.found(), none_below};
    if (operators > searched_ && operators <= most_operators) return {entry, none_below};
  }
  find_pair(target, stop, asker);
  if (!asker.found() && !stop.stop_requested()) reached(most_operators + 2);
  return {asker.found(), none_below};
}

void SearchTable::with_constant(std::size_t at, const SearchTarget& target, Asker& asker) const {
  const Values& x = entries_[at].values;
  for (const SearchOperator& op : search_operators()) {
    const auto c = op.constant != nullptr ? op.constant(x, target) : std::nullopt;
    if (!c) continue;
    const bool minus = op.sign == "+" && *c < 0;
    asker.ask(combine(spell(at), minus ? "-" : op.sign, spell_number(minus ? -*c : *c)));
  }
  const std::int32_t sum = x[0] + target.values[0];
  for (std::size_t p = 0; p < points; ++p)
    if (x[p] + target.values[p] != sum) return;
  asker.ask(combine(spell_number(sum), "-", spell(at)));
}

void SearchTable::with_leaf(std::size_t at, const Values& target, Asker& asker) const {
  const Values& x = entries_[at].values;
  for (std::size_t leaf = 0; leaf < names_.size(); ++leaf) {
    const Values& y = entries_[leaf].values;
    for (const SearchOperator& op : search_operators()) {
      if (op.equals(x, y, target)) asker.ask(combine(spell(at), op.sign, spell(leaf)));
      if (!op.commutes && op.equals(y, x, target)) asker.ask(combine(spell(leaf), op.sign, spell(at)));
    }
  }
}

void SearchTable::find_outermost(const SearchTarget& target, std::size_t begin, std::size_t end,
                                 const std::stop_token& stop, Asker& asker) const {
  for (std::size_t at = begin; at < end && !asker.done(); ++at) {
    if (at % between_stops == 0 && stop.stop_requested()) return;
    with_constant(at, target, asker);
    with_leaf(at, target.values, asker);
  }
}

// Finds one operator on each side of another.
void SearchTable::find_pair(const Values& target, const std::stop_token& stop, Asker& asker) const {
  for (std::size_t a = one_begin_; a < two_begin_ && !stop.stop_requested(); ++a) {
    for (std::size_t b = one_begin_; b < two_begin_; ++b) {
      if (asker.done()) return;
      for (const SearchOperator& op : search_operators()) {
        if ((op.commutes && b < a) || !op.equals(entries_[a].values, entries_[b].values, target)) continue;
        asker.ask(combine(spell(a), op.sign, spell(b)));
      }
    }
  }
}

Spelled SearchTable::spell(std::int32_t entry) const {
  if (entry < 0) return spell_number(~entry);
  const auto number = static_cast<std::size_t>(entry);
  if (number < names_.size()) return spell_leaf(names_[number]);
  const Entry& found = entries_[number];
  return combine(spell(found.left), search_operators()[found.op].sign, spell(found.right));
}

}  // namespace tcviz::inline gpu_deduce
