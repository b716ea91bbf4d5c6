#include "gpu/image/swizzle.hpp"

#include <algorithm>

namespace tcviz {
inline namespace gpu_image {
namespace {

constexpr std::array<std::string_view, 4> names = {"none", "32b", "64b", "128b"};

}  // namespace

std::string_view name_of(Swizzle swizzle) { return names[static_cast<std::size_t>(swizzle)]; }

std::optional<Swizzle> swizzle_named(std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Swizzle>(found - names.begin());
}

}  // namespace gpu_image
}  // namespace tcviz
