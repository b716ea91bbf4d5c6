// Every function with at most two binary operators, over some points; and a search that says if a function has at most
// three. Exhaustive within its constants: a formula that it does not find does not exist there.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "gpu/language/deduce/search_operators.hpp"
#include "gpu/language/deduce/spelled.hpp"

namespace tcviz::inline gpu_deduce {

class SearchTable {
 public:
  static constexpr std::size_t points = search_points;
  using Values = SearchValues;  // unused points repeat others

  // The formula that was found; nothing has fewer operators than `none_below`.
  struct Answer {
    std::optional<Spelled> formula;
    int none_below = 0;
  };

  // Makes the table. `leaves` are the inputs at the points. Intermediate values stay between -32768 and 32767. Takes
  // about a second; a stop leaves the table incomplete.
  SearchTable(std::vector<std::string> names, std::vector<Values> leaves, const std::stop_token& stop = {});

  // Finds the expression with the fewest operators, up to three, that has these values at the points. The outermost
  // operator may have any constant. Constants inside are 1 to 64 and those up to 1024 with at most two bits, or one run
  // of them. A stop leaves the bound at what was searched by then.
  Answer find(const Values& target, const std::stop_token& stop = {}) const { return find(target, {}, stop); }

  // Finds the expression if points stand for more than themselves: a formula that has the values at the points may be
  // wrong elsewhere. Passes over formulae that `accept` refuses, and then knows nothing of their number of operators
  // and above.
  using Accept = std::function<bool(const Spelled& formula)>;
  Answer find(const Values& target, const Accept& accept, const std::stop_token& stop) const;

  bool complete() const { return searched_ == most_operators; }
  std::size_t size() const { return entries_.size(); }

 private:
  static constexpr int most_operators = 2;  // of an entry

  // An entry: left op right, both by number; constants as ~c.
  struct Entry {
    Values values;
    std::int32_t left = 0, right = 0;
    std::uint8_t op = 0;
  };
  // A place in the set of entries: the hash beside the number, so that few entries are looked at.
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
  std::vector<Place> places_;                  // open addressing; a power of two of them
  std::size_t one_begin_ = 0, two_begin_ = 0;  // the first entry with one operator, with two
  int searched_ = 0;                           // every function of this many operators is an entry
};

}  // namespace tcviz::inline gpu_deduce
