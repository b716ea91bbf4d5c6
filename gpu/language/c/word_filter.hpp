// Says of most words at once that they are in no row of a table, so that the table need not be searched.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tcviz::inline gpu_c {

class WordFilter {
 public:
  constexpr WordFilter() = default;

  // Adds a word; every word of the table is added as the program is compiled.
  constexpr void add(std::string_view word) { bits_[key(word) / 64] |= std::uint64_t{1} << key(word) % 64; }
  constexpr bool may_have(std::string_view word) const {
    return !word.empty() && (bits_[key(word) / 64] >> key(word) % 64 & 1) != 0;
  }

 private:
  static constexpr unsigned key(std::string_view word) {
    const auto first = static_cast<unsigned char>(word.front()), last = static_cast<unsigned char>(word.back());
    return (first * 5u + last * 3u + static_cast<unsigned>(word.size())) % 256u;
  }
  std::array<std::uint64_t, 4> bits_{};
};

// Makes the filter of words, or of a member of rows: filter_of(rows, &Row::name).
template <class Words>
constexpr WordFilter filter_of(const Words& words) {
  WordFilter filter;
  for (const std::string_view word : words) filter.add(word);
  return filter;
}
template <class Rows, class Member>
constexpr WordFilter filter_of(const Rows& rows, Member member) {
  WordFilter filter;
  for (const auto& row : rows) filter.add(row.*member);
  return filter;
}

}  // namespace tcviz::inline gpu_c
