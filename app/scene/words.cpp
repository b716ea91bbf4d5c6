#include "app/scene/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tcviz {
namespace {

std::string counted(std::ptrdiff_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::ptrdiff_t fewest_owners(const Layout& layout) {
  auto fewest = static_cast<std::size_t>(layout.replication());
  for (int row = 0; row < layout.rows(); ++row) {
    for (int col = 0; col < layout.cols(); ++col) {
      fewest = std::min(fewest, layout.owner_slots({row, col}).size());
    }
  }
  return static_cast<std::ptrdiff_t>(fewest);
}

std::string owners_sentence(const Layout& layout) {
  if (!layout.uniform()) {
    return fmt::format("elements have {} to {}", fewest_owners(layout), counted(layout.replication(), "owner"));
  }
  if (layout.replication() == 1) return "each element once";
  return "each element has " + counted(layout.replication(), "owner");
}

}  // namespace

AxisNames axis_names(std::string_view kind) {
  const Kind* known = find_kind(kind);
  if (known == nullptr) return {"row", "column", false};
  switch (known->operand) {
    case Operand::A:
      return {"m", "k", true};
    case Operand::B:
      return {"k", "n", true};
    case Operand::Accumulator:
      return {"m", "n", true};
  }
  return {"row", "column", false};
}

std::string_view grid_title(Channel channel) { return channel == Channel::Thread ? "Thread tid" : "Register x[i]"; }

std::string caption(const Layout& layout) {
  std::string text =
      fmt::format("{}\u00d7{} \u00b7 {} \u00b7 {} \u00b7 {}", layout.rows(), layout.cols(),
                  counted(layout.threads(), "thread"), counted(layout.values(), "value"), owners_sentence(layout));
  const std::ptrdiff_t empty = std::ranges::count(layout.map(), no_element);
  if (empty > 0) text += fmt::format(" \u00b7 {} without an element", counted(empty, "slot"));
  return text;
}

}  // namespace tcviz
