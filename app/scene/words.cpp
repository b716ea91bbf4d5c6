#include "app/scene/words.hpp"

#include "app/scene/arrange.hpp"

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

std::string_view grid_title(Channel channel) {
  switch (channel) {
    case Channel::Thread:
      return "Thread tid";
    case Channel::Register:
      return "Register x[i]";
    case Channel::Both:
      return "Thread and register";
    case Channel::Slots:
      return "Fragment of every thread";
  }
  return "";
}

std::string operand_title(std::string_view kind) {
  const Kind* known = find_kind(kind);
  if (known == nullptr) return std::string(kind);
  const std::string_view operand = known->operand == Operand::A   ? "A"
                                   : known->operand == Operand::B ? "B"
                                                                  : "Accumulator";
  const std::string_view order = name_of(known->order);
  return fmt::format("{}  {}{}{}", operand, name_of(known->type), order.empty() ? "" : " ", order);
}

std::string side_title(SceneLayouts layouts, std::size_t side) {
  const Layout& layout = *layouts[side];
  if (layouts[0]->kind() != layouts[1]->kind()) return layout.kind();
  const Provenance& p = layout.provenance();
  std::string title(name_of(p.source));
  if (p.device) title += " \u00b7 " + *p.device;
  if (p.compute_capability) title += " \u00b7 " + *p.compute_capability;
  return title;
}

std::string caption(const Layout& layout) {
  std::string text =
      fmt::format("{}\u00d7{} \u00b7 {} \u00b7 {} \u00b7 {}", layout.rows(), layout.cols(),
                  counted(layout.threads(), "thread"), counted(layout.values(), "value"), owners_sentence(layout));
  const std::ptrdiff_t empty = std::ranges::count(layout.map(), no_element);
  if (empty > 0) text += fmt::format(" \u00b7 {} without an element", counted(empty, "slot"));
  return text;
}

std::string title_of(SceneLayouts layouts, const SceneStyle& style) {
  if (style.view == ViewMode::Product) {
    return fmt::format("{} \u00d7 {}", layouts[0]->kind(), layouts[1]->kind());
  }
  if (style.view == ViewMode::Comparison && layouts[0]->kind() != layouts[1]->kind()) {
    return fmt::format("{} \u00b7 {}", layouts[0]->kind(), layouts[1]->kind());
  }
  return layouts[0]->kind();
}

std::string description_of(SceneLayouts layouts) {
  std::string text = describe(layouts[0]->provenance());
  for (const Layout* layout : layouts.subspan(1)) {
    const std::string other = describe(layout->provenance());
    if (text.find(other) == std::string::npos) text += " \u00b7 " + other;
  }
  return text;
}

namespace {

std::string comparison_caption(SceneLayouts layouts) {
  const std::vector<bool> differs = differing_elements(*layouts[0], *layouts[1]);
  const std::ptrdiff_t count = std::ranges::count(differs, true);
  const bool same_size = layouts[0]->rows() == layouts[1]->rows() && layouts[0]->cols() == layouts[1]->cols();
  if (count == 0 && same_size) return "equal: every element has the same owners on both sides";
  std::string text =
      fmt::format("{} of {} have other owners on the other side", count, counted(layouts[0]->elements(), "element"));
  if (!same_size) {
    text += fmt::format(" \u00b7 sizes differ: {}\u00d7{} and {}\u00d7{}", layouts[0]->rows(), layouts[0]->cols(),
                        layouts[1]->rows(), layouts[1]->cols());
  }
  return text;
}

}  // namespace

std::string caption_of(SceneLayouts layouts, const SceneStyle& style) {
  if (style.view == ViewMode::Comparison) return comparison_caption(layouts);
  if (style.view != ViewMode::Product) return caption(*layouts[0]);
  return fmt::format("{}\u00d7{} times {}\u00d7{} \u00b7 {}", layouts[0]->rows(), layouts[0]->cols(),
                     layouts[1]->rows(), layouts[1]->cols(), counted(layouts[0]->threads(), "thread"));
}

}  // namespace tcviz
