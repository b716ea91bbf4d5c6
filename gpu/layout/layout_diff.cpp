#include "gpu/layout/layout_diff.hpp"

#include <fmt/format.h>

namespace tcviz::inline gpu_layout {
namespace {

std::string describe_size(const Layout& layout) {
  return fmt::format("{}x{} in {} threads with {} values", layout.rows(), layout.cols(), layout.threads(),
                     layout.values());
}

}  // namespace

Result<LayoutDiff> compare(const Layout& from, const Layout& to) {
  if (describe_size(from) != describe_size(to)) {
    return bad_input(fmt::format("{} and {} cannot be compared: one is {}, the other {}", from.kind(), to.kind(),
                                 describe_size(from), describe_size(to)));
  }
  LayoutDiff diff{from.slots(), {}};
  for (std::int32_t number = 0; number < from.slots(); ++number) {
    const std::int32_t before = from.map()[static_cast<std::size_t>(number)];
    const std::int32_t after = to.map()[static_cast<std::size_t>(number)];
    if (before != after) diff.moved.push_back({from.slot(number), before, after});
  }
  return diff;
}

}  // namespace tcviz::inline gpu_layout
