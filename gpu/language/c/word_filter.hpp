// A filter for looking up words in a table: tells for most words quickly that the table lacks them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tcviz::inline gpu_c {

class WordFilter {
 public:
  constexpr WordFilter() = default;

  // Adds a word. All words of a table are added at compile time.
  constexpr void add(std::string_view word) { bits_[key(word) / 64] |= std::uint64_t{1} << key(word) % 64; }
  // False if the table lacks the word; true if it may have it.
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

// Returns the filter of some words, or of a member of some rows: filter_of(rows, &Row::name).
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
