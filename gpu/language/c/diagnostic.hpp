// An error in a text: message, place, and the correction if it is obvious. Independent of how it is displayed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tcviz::inline gpu_c {

// A range of bytes in the text: `end` is the offset after the last byte.
struct TextRange {
  std::uint32_t begin = 0, end = 0;
  friend bool operator==(const TextRange&, const TextRange&) = default;
};

// Returns the range from the begin of `a` or `b` to the end of the other.
inline TextRange join(TextRange a, TextRange b) { return {std::min(a.begin, b.begin), std::max(a.end, b.end)}; }

struct Diagnostic {
  std::string message;  // what was wrong and what was expected
  TextRange range;
  std::optional<std::string> fix;  // a correct text for the range; none: not known
};

// The most errors that are reported for one text.
inline constexpr std::size_t most_diagnostics = 5;

// A value, or the errors because of which there is none.
template <class T>
struct Parsed {
  std::optional<T> value;
  std::vector<Diagnostic> diagnostics;
  explicit operator bool() const { return value.has_value(); }
};

}  // namespace tcviz::inline gpu_c
