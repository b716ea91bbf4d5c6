#include "app/scene/grid/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <set>

#include "app/scene/grid/product_parts.hpp"
#include "gpu/layout/instruction.hpp"
#include "gpu/layout/known_gpus.hpp"

namespace tcviz::inline app_scene {
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
  if (known == nullptr || known->family == Family::Movmatrix) return {"row", "column", false};
  switch (known->operand) {
    case Operand::A:
      return {"m", "k", true};
    case Operand::B:
      return {"k", "n", true};
    case Operand::Accumulator:
      return {"m", "n", true};
    case Operand::Metadata:
      return {"m", "index", true};
    case Operand::Registers:
    case Operand::Destination:
      break;
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

std::string value_title(const Layout& layout) {
  constexpr int register_bits = 32;
  const int bits = layout.element_bits();
  if (bits == register_bits) return "Value x[i] in R[i]";
  if (bits == 2 * register_bits) return "Value x[i] in R[2i], R[2i+1]";
  return register_bits % bits == 0 ? fmt::format("Value x[i] in R[i/{}]", register_bits / bits) : "Value x[i]";
}

std::optional<int> address_of_row(const Layout& layout, int row) {
  const Kind* const kind = find_kind(layout.kind());
  return kind == nullptr ? std::nullopt : address_thread(*kind, row);
}

std::string operand_title(std::string_view kind) {
  const Kind* known = find_kind(kind);
  if (known == nullptr) return std::string(kind);
  constexpr std::array<std::string_view, 6> names = {"A", "B", "Accumulator", "Metadata", "Registers", "Result"};
  const std::string_view operand =
      known->family == Family::Sgemm ? "C tile" : names.at(static_cast<std::size_t>(known->operand));
  const std::string_view order = name_of(known->order);
  return fmt::format("{}  {}{}{}", operand, name_of(known->type), order.empty() ? "" : " ", order);
}

std::string caption(const Layout& layout) {
  std::string text =
      fmt::format("{}\u00d7{} \u00b7 {} \u00b7 {} \u00b7 {}", layout.rows(), layout.cols(),
                  counted(layout.threads(), "thread"), counted(layout.values(), "value"), owners_sentence(layout));
  const std::ptrdiff_t empty = std::ranges::count(layout.map(), no_element);
  if (empty > 0) text += fmt::format(" \u00b7 {} without an element", counted(empty, "slot"));
  return text;
}

namespace {

std::string without_dot(std::string capability) {
  std::erase(capability, '.');
  return capability;
}

std::string without_maker(std::string device) {
  for (const std::string_view maker : {"NVIDIA ", "Tesla ", "GeForce "})
    if (device.starts_with(maker)) device.erase(0, maker.size());
  return device;
}

// Returns "V100" for "7.0": the first product that is listed; empty if none is known.
std::string first_product(const std::optional<std::string>& capability) {
  const std::string digits = without_dot(capability.value_or(""));
  ComputeCapability read = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), read);
  std::string_view gpus = known_gpus(read);
  if (const std::size_t colon = gpus.find(": "); colon != std::string_view::npos) gpus.remove_prefix(colon + 2);
  return std::string(gpus.substr(0, gpus.find(',')));
}

std::string letter_type(std::string_view letter, const Kind& kind) {
  const std::string_view order = name_of(kind.order);
  return fmt::format("{} {}{}{}", letter, name_of(kind.type), order.empty() ? "" : " ", order);
}

// Returns the beginning of a provenance: "probed on NVIDIA H200 (9.0)", "compiled for 8.0".
std::string source_of(const Provenance& p) {
  Provenance source;
  source.source = p.source;
  source.device = p.device;
  source.compute_capability = p.compute_capability;
  return describe(source);
}

}  // namespace

std::string product_name(const Layout& layout) {
  const Provenance& p = layout.provenance();
  const std::string architecture = p.compute_capability ? "sm_" + without_dot(*p.compute_capability) : std::string();
  std::string product = p.device ? without_maker(*p.device) : std::string();
  if (product.empty() || product.starts_with("sm_")) product = first_product(p.compute_capability);
  if (product.empty() && architecture.empty()) return std::string(name_of(p.source));
  return product + (product.empty() || architecture.empty() ? "" : " ") + architecture;
}

SideNames side_names(const Layout& left, const Layout& right) {
  if (left.kind() != right.kind()) return {left.kind(), right.kind()};
  const Provenance &a = left.provenance(), &b = right.provenance();
  if (source_of(a) != source_of(b)) return {source_of(a), source_of(b)};
  if (describe(a) != describe(b)) return {describe(a), describe(b)};
  return {"left: " + source_of(a), "right: " + source_of(b)};
}

std::string comparison_title(const Layout& left, const Layout& right) {
  if (left.kind() == right.kind()) return left.kind();
  return fmt::format("{} and {}", left.kind(), right.kind());
}

std::string comparison_description(const Layout& left, const Layout& right) {
  const std::string a = describe(left.provenance()), b = describe(right.provenance());
  return a == b ? a : fmt::format("{}; {}", a, b);
}

namespace {

std::string letter_type(std::string_view letter, const Layout& layout) {
  const Kind* const kind = find_kind(layout.kind());
  return kind == nullptr ? layout.kind() : letter_type(letter, *kind);
}

// Returns "m16n8k32"; of a wgmma, whose accumulator has no k, from both.
std::string product_shape(const Kind& a, const Layout& accumulator) {
  Shape shape = a.shape;
  if (a.threads == 128) shape.n = accumulator.cols();
  return name_of(shape);
}

std::string packing_sentence(const Packing& packing) {
  const int kept = packing.stored / packing.chunks;
  if (packing.chunk() == 2)
    return "Of every 2 columns of k, A keeps 1. The two boxes below a kept element are the four bits that say which: "
           "lane, and bits of its register e.";
  return fmt::format(
      "Of every {0} columns of k, A keeps {1}. The box below a kept {2} holds its place in the chunk: lane, and bits "
      "of its register e.",
      packing.chunk(), kept == 4 ? "2 pairs" : "2", kept == 4 ? "pair" : "element");
}

}  // namespace

std::string shared_title(std::string_view a) {
  const Kind* const kind = find_kind(a);
  return kind == nullptr ? "B" : fmt::format("B  {}", name_of(kind->type));
}

std::string product_title(SceneLayouts layouts) {
  const ProductParts parts = product_parts(layouts).value_or(ProductParts{});
  const auto at = [&](int index) -> const Layout& { return *layouts[static_cast<std::size_t>(index)]; };
  const Layout &a = at(parts.a), &c = at(parts.accumulator);
  const Kind* const kind = find_kind(a.kind());
  const bool known = kind != nullptr && find_kind(c.kind()) != nullptr;
  if (!known || (parts.b != no_part && find_kind(at(parts.b).kind()) == nullptr))
    return fmt::format("{} \u00d7 {} = {}", a.kind(), at(parts.b).kind(), c.kind());
  const std::string b = parts.b == no_part ? fmt::format("B {}", name_of(kind->type)) : letter_type("B", at(parts.b));
  std::string title = fmt::format("{}.{}  {} \u00d7 {} = {}", name_of(kind->family), product_shape(*kind, c),
                                  letter_type("A", a), b, letter_type("accumulator", c));
  const Kind* const metadata = parts.metadata == no_part ? nullptr : find_kind(at(parts.metadata).kind());
  if (metadata != nullptr) title += fmt::format(", sel{}", metadata->selector);
  return title;
}

namespace {

constexpr std::array<std::string_view, 4> part_words{"A", "B", "accumulator", "metadata e"};

std::array<int, 4> indices_of(const ProductParts& parts) {
  return {parts.a, parts.b, parts.accumulator, parts.metadata};
}

}  // namespace

std::string product_description(SceneLayouts layouts) {
  const std::array<int, 4> indices = indices_of(product_parts(layouts).value_or(ProductParts{}));
  const std::string first = describe(layouts.front()->provenance());
  std::string text = first;
  for (std::size_t n = 1; n < indices.size(); ++n) {
    if (indices[n] == no_part) continue;
    const std::string other = describe(layouts[static_cast<std::size_t>(indices[n])]->provenance());
    if (other != first) text += fmt::format("; {} {}", part_words[n], other);
  }
  return text;
}

std::vector<std::string> product_captions(SceneLayouts layouts) {
  const ProductParts parts = product_parts(layouts).value_or(ProductParts{});
  const std::array<int, 4> indices = indices_of(parts);
  const Packing packing = packing_of(layouts, parts);
  const int columns = layouts[static_cast<std::size_t>(parts.accumulator)]->cols();
  std::vector<std::string> lines;
  for (std::size_t n = 0; n < indices.size(); ++n) {
    if (indices[n] != no_part)
      lines.push_back(fmt::format("{}: {}", part_words[n], caption(*layouts[static_cast<std::size_t>(indices[n])])));
    else if (n == 1)
      lines.push_back(fmt::format("B: {}\u00d7{} \u00b7 in shared memory, not in registers", packing.k, columns));
  }
  if (parts.metadata != no_part) lines.push_back(packing_sentence(packing));
  if (const int products = products_in(layouts); products > 1)
    lines.push_back(
        fmt::format("One instruction makes {} products, each with its own A, B and accumulator.", products));
  return lines;
}

std::string threads_of(const Layout& layout, Element first, Element last) {
  std::set<int> threads;
  for (int row = first.row; row <= last.row; ++row)
    for (int col = first.col; col <= last.col; ++col)
      for (const std::int32_t slot : layout.owner_slots({row, col})) threads.insert(layout.slot(slot).tid);
  std::string text;
  for (auto at = threads.begin(); at != threads.end(); ++at) {
    const int begin = *at;
    while (std::next(at) != threads.end() && *std::next(at) == *at + 1) ++at;
    text += fmt::format("{}T{}", text.empty() ? "" : ", ", begin);
    if (*at != begin) text += fmt::format("..T{}", *at);
  }
  return text;
}

}  // namespace tcviz::inline app_scene
