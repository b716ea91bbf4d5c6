#include "gpu/kernel/xray/verdict/path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "gpu/kernel/xray/label/launch.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_xray {
namespace {

Error no_wish(std::string_view text, const std::string& why) {
  return bad_input(
      fmt::format("--path '{}': {}. Write an element of an array, such as 'C[3,9]' or 'C[m=3,n=9]'.", text, why));
}

// "3" or "k=3".
struct WishedIndex {
  std::string_view dimension;  // empty: that of its place
  std::int64_t value = 0;
};

Result<std::vector<WishedIndex>> indices_in(std::string_view text, std::string_view inside) {
  std::vector<WishedIndex> found;
  while (!inside.empty()) {
    const std::size_t comma = std::min(inside.find(','), inside.size());
    const std::string_view piece = trimmed(inside.substr(0, comma));
    const std::size_t equals = piece.find('=');
    WishedIndex one;
    if (equals != std::string_view::npos) one.dimension = trimmed(piece.substr(0, equals));
    const std::string_view number = equals == std::string_view::npos ? piece : trimmed(piece.substr(equals + 1));
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), one.value);
    if (error != std::errc() || end != number.data() + number.size())
      return no_wish(text, fmt::format("'{}' is no index", piece));
    found.push_back(one);
    inside.remove_prefix(std::min(comma + 1, inside.size()));
  }
  return found;
}

// Returns the indices in the order of the array's dimensions.
Result<std::vector<std::int64_t>> placed(std::string_view text, const std::vector<WishedIndex>& wished,
                                         const XrayArray& array) {
  const auto& dimensions = array.dimensions;
  if (wished.size() != dimensions.size())
    return no_wish(text, fmt::format("{} has {} dimensions", array.name, dimensions.size()));
  std::vector<std::int64_t> indices;
  for (std::size_t at = 0; at < dimensions.size(); ++at) {
    auto one = wished.begin() + static_cast<std::ptrdiff_t>(at);
    if (!one->dimension.empty()) one = std::ranges::find(wished, dimensions[at].name, &WishedIndex::dimension);
    if (one == wished.end())
      return no_wish(text, fmt::format("{} has a dimension {}", array.name, dimensions[at].name));
    if (one->value < 0 || one->value >= dimensions[at].size)
      return no_wish(text, fmt::format("{} is 0 to {}", dimensions[at].name, dimensions[at].size - 1));
    indices.push_back(one->value);
  }
  return indices;
}

}  // namespace

std::string_view name_of(PathHop::Part part) {
  constexpr std::array<std::string_view, 3> names = {"element", "left", "right"};
  return names[static_cast<std::size_t>(part)];
}

Result<PathWish> read_path_wish(std::string_view text, const XrayLaunch& launch) {
  const std::size_t open = text.find('[');
  if (open == std::string_view::npos || open == 0 || !text.ends_with(']')) return no_wish(text, "this is no element");
  PathWish wish;
  wish.array = text.substr(0, open);
  const Result<std::vector<WishedIndex>> wished = indices_in(text, text.substr(open + 1, text.size() - open - 2));
  TCVIZ_TRY(wished);
  std::string names;
  for (const XrayArgument& argument : launch.arguments) {
    if (!argument.has_array()) continue;
    names += (names.empty() ? "" : ", ") + argument.array.name;
    if (argument.array.name != wish.array) continue;
    Result<std::vector<std::int64_t>> indices = placed(text, wished.value(), argument.array);
    TCVIZ_TRY(indices);
    wish.indices = std::move(indices).value();
    return wish;
  }
  return no_wish(text, fmt::format("there is no array {}; arrays are {}", wish.array, names.empty() ? "none" : names));
}

}  // namespace tcviz::inline gpu_xray
