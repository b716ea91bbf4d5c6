// Every function with at most two binary operators, over some points; and whether a given one has at most three.
// Exhaustive within its constants: what it does not find does not exist there.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "gpu/formula/spelled.hpp"

namespace tcviz {

class SearchTable {
 public:
  static constexpr std::size_t points = 32;
  using Values = std::array<std::int16_t, points>;  // unused points repeat the first

  // `leaves` are the inputs at the points. Intermediate values stay between -32768 and 32767.
  SearchTable(std::vector<std::string> names, std::vector<Values> leaves);

  // The outermost operator may have any constant. Constants inside are 1 to 64 and those up to 1024 with at most two
  // bits, or of the form 2^n - 1. The expression with fewest operators, up to three, that has these values at the
  // points.
  std::optional<Spelled> find(const Values& target) const;

  std::size_t size() const { return entries_.size(); }

 private:
  // left op right: entries by number; constants as ~c.
  struct Entry {
    Values values;
    std::int32_t left = 0, right = 0;
    std::uint8_t op = 0;
  };
  struct Hash {
    std::size_t operator()(const Values& values) const;
  };

  void add(int op, std::int32_t left, const Values& a, std::int32_t right, const Values& b);
  void extend(std::size_t begin, std::size_t end);
  std::optional<Spelled> find_outermost(const Values& target) const;
  std::optional<Spelled> find_pair(const Values& target) const;
  Spelled spell(std::int32_t entry) const;

  std::vector<std::string> names_;
  std::vector<Entry> entries_;
  std::size_t one_begin_ = 0, two_begin_ = 0;  // the first entry with one operator, with two
  std::unordered_map<Values, std::int32_t, Hash> by_values_;
};

}  // namespace tcviz
