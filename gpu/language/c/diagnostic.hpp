// A mistake in a text, its place, and the fix if it is plain. Knows nothing of how it is shown.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tcviz::inline gpu_c {

// A range of bytes of the text, from begin up to but not with end.
struct TextRange {
  std::uint32_t begin = 0, end = 0;
  friend bool operator==(const TextRange&, const TextRange&) = default;
};

// Returns the range from the beginning of the first to the end of the last.
inline TextRange join(TextRange a, TextRange b) { return {std::min(a.begin, b.begin), std::max(a.end, b.end)}; }

struct Diagnostic {
  std::string message;  // what was wrong and what was expected
  TextRange range;
  std::optional<std::string> fix;  // the text that mends this in the range's place
};

// The most mistakes that are reported of one text.
inline constexpr std::size_t most_diagnostics = 5;

// A value, or the reasons why there is none. Never both, never neither.
template <class T>
struct Parsed {
  std::optional<T> value;
  std::vector<Diagnostic> diagnostics;
  explicit operator bool() const { return value.has_value(); }
};

}  // namespace tcviz::inline gpu_c
