// The pieces of what a person writes of a launch: arguments, fields and dimensions between commas.
#pragma once

#include <algorithm>
#include <string_view>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_xray {

// Takes the piece up to a comma that stands in no bracket.
inline std::string_view next_piece(std::string_view& rest) {
  std::size_t end = 0;
  for (int depth = 0; end < rest.size() && (rest[end] != ',' || depth > 0); ++end)
    depth += (rest[end] == '[' || rest[end] == '(') - (rest[end] == ']' || rest[end] == ')');
  const std::string_view piece = trimmed(rest.substr(0, end));
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return piece;
}

}  // namespace tcviz::inline gpu_xray
