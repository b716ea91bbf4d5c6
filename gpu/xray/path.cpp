#include "gpu/xray/path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "gpu/layout/characters.hpp"
#include "gpu/xray/launch.hpp"

namespace tcviz {
inline namespace gpu_xray {
namespace {

Error no_wish(std::string_view text, const std::string& why) {
  return bad_input(fmt::format("--path '{}': {}. Write an element of an array, such as 'C[3,9]'.", text, why));
}

Result<std::vector<std::int64_t>> indices_in(std::string_view text, std::string_view inside) {
  std::vector<std::int64_t> found;
  while (!inside.empty()) {
    const std::size_t comma = std::min(inside.find(','), inside.size());
    const std::string_view one = trimmed(inside.substr(0, comma));
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(one.data(), one.data() + one.size(), value);
    if (error != std::errc() || end != one.data() + one.size())
      return no_wish(text, fmt::format("'{}' is no index", one));
    found.push_back(value);
    inside.remove_prefix(std::min(comma + 1, inside.size()));
  }
  return found;
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
  Result<std::vector<std::int64_t>> indices = indices_in(text, text.substr(open + 1, text.size() - open - 2));
  TCVIZ_TRY(indices);
  wish.indices = std::move(indices).value();
  std::string names;
  for (const XrayArgument& argument : launch.arguments) {
    if (!argument.has_array()) continue;
    names += (names.empty() ? "" : ", ") + argument.array.name;
    if (argument.array.name != wish.array) continue;
    const auto& dimensions = argument.array.dimensions;
    if (wish.indices.size() != dimensions.size())
      return no_wish(text, fmt::format("{} has {} dimensions", wish.array, dimensions.size()));
    for (std::size_t at = 0; at < dimensions.size(); ++at)
      if (wish.indices[at] < 0 || wish.indices[at] >= dimensions[at].size)
        return no_wish(text, fmt::format("{} is 0 to {}", dimensions[at].name, dimensions[at].size - 1));
    return wish;
  }
  return no_wish(text, fmt::format("there is no array {}; arrays are {}", wish.array, names.empty() ? "none" : names));
}

}  // namespace gpu_xray
}  // namespace tcviz
