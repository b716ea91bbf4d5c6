// Values of links and settings that another version, or a person, may have written: an unknown one leaves its place as
// it was, and a number is brought into its range.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {

// Returns the value without its complaint.
template <class T>
std::optional<T> if_known(Result<T> read) {
  return read ? std::optional<T>(std::move(read).value()) : std::nullopt;
}

// Describes a field of a record (gpu/layout/record.hpp) whose number is kept if it is in its range.
template <class V, class Number>
void field_within(V& v, const char* key, Number& number, Number least, Number most) {
  v.as(
      key, number, [](Number n) { return n; },
      [=](Number n) { return n >= least && n <= most ? std::optional(n) : std::nullopt; });
}
// Describes one whose number is brought into its range.
template <class V, class Number>
void field_clamped(V& v, const char* key, Number& number, Number least, Number most) {
  v.as(
      key, number, [](Number n) { return n; }, [=](Number n) { return std::optional(std::clamp(n, least, most)); });
}

template <class Rows>
std::vector<std::string_view> names_of(const Rows& rows) {
  std::vector<std::string_view> names;
  for (const auto& row : rows) names.push_back(row.name);
  return names;
}

}  // namespace tcviz::inline app_session
