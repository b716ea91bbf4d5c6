// A table of all functions with at most two binary operators, given by their values at some points, and a search for
// formulae with at most three. The search is exhaustive within its set of constants.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "gpu/language/deduce/search_operators.hpp"
#include "gpu/language/deduce/spelled.hpp"

namespace tcviz::inline gpu_deduce {

// The table for functions of some inputs.
class SearchTable {
 public:
  static constexpr std::size_t points = search_points;
  using Values = SearchValues;  // values at all points; unused points repeat others

  // The formula, none if none was found; no formula has fewer operators than `none_below`.
  struct Answer {
    std::optional<Spelled> formula;
    int none_below = 0;
  };

  // Makes the table. `leaves` are the values of the inputs, whose names are `names`, at the points. Intermediate values
  // are -32768 to 32767. Takes about a second; a stop leaves the table incomplete.
  SearchTable(std::vector<std::string> names, std::vector<Values> leaves, const std::stop_token& stop = {});

  // Returns the formula with the fewest operators, up to three, that has the values `target` at the points. The
  // outermost operator may have any constant; inner constants are 1 to 64, and up to 1024 those with at most two set
  // bits or one run of set bits. A stop leaves `none_below` at what was searched so far.
  Answer find(const Values& target, const std::stop_token& stop = {}) const { return find(target, {}, stop); }

  // Does the same for a function with more points than the table has: a formula that fits at the points may be wrong
  // elsewhere. Skips formulae that `accept` refuses; `none_below` then does not exceed their number of operators.
  using Accept = std::function<bool(const Spelled& formula)>;
  Answer find(const Values& target, const Accept& accept, const std::stop_token& stop) const;

  // True if the table was not stopped while it was made.
  bool complete() const { return searched_ == most_operators; }
  std::size_t size() const { return entries_.size(); }

 private:
  static constexpr int most_operators = 2;  // the most operators of an entry

  // A function in the table: left op right, both numbers of entries, or ~c for a constant c.
  struct Entry {
    Values values;
    std::int32_t left = 0, right = 0;
    std::uint8_t op = 0;
  };
  // A cell of the hash table: the hash is beside the entry's number so that few entries are compared.
  struct Place {
    std::uint32_t hash = 0;
    std::int32_t entry = -1;
  };

  const Place& place_of(std::uint32_t hash, const Values& values) const;
  void insert(const Values& values, std::int32_t left, std::size_t op, std::int32_t right);
  void grow();
  void extend(std::size_t at, std::span<const std::int16_t> constants, bool with_leaves);
  bool extend_all(std::size_t begin, std::size_t end, const std::stop_token& stop);
  class Asker;
  void with_constant(std::size_t at, const SearchTarget& target, Asker& asker) const;
  void with_leaf(std::size_t at, const Values& target, Asker& asker) const;
  void find_outermost(const SearchTarget& target, std::size_t begin, std::size_t end, const std::stop_token& stop,
                      Asker& asker) const;
  void find_pair(const Values& target, const std::stop_token& stop, Asker& asker) const;
  Spelled spell(std::int32_t entry) const;
  Spelled spell(std::size_t entry) const { return spell(static_cast<std::int32_t>(entry)); }

  std::vector<std::string> names_;
  std::vector<Entry> entries_;
  std::vector<Place> places_;                  // hash table with open addressing; its size is a power of two
  std::size_t one_begin_ = 0, two_begin_ = 0;  // the first entries with one and with two operators
  int searched_ = 0;                           // all functions with this many operators are in the table
};

}  // namespace tcviz::inline gpu_deduce
