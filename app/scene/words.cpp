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
  const std::string_view operand = known->family == Family::Sgemm ? "C tile"
                                   : known->operand == Operand::A   ? "A"
                                   : known->operand == Operand::B ? "B"
                                                                  : "Accumulator";
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

std::string letter_type(std::string_view letter, const Kind& kind) {
  const std::string_view order = name_of(kind.order);
  return fmt::format("{} {}{}{}", letter, name_of(kind.type), order.empty() ? "" : " ", order);
}

// "probed on NVIDIA H200 (9.0)", "compiled for 8.0": the beginning of a provenance.
std::string source_of(const Provenance& p) {
  Provenance source;
  source.source = p.source;
  source.device = p.device;
  source.compute_capability = p.compute_capability;
  return describe(source);
}

}  // namespace

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

std::string product_title(const Layout& a, const Layout& b, const Layout& accumulator) {
  const Kind *ka = find_kind(a.kind()), *kb = find_kind(b.kind()), *kc = find_kind(accumulator.kind());
  if (ka == nullptr || kb == nullptr || kc == nullptr) {
    return fmt::format("{} \u00d7 {} = {}", a.kind(), b.kind(), accumulator.kind());
  }
  return fmt::format("{}.{}  {} \u00d7 {} = {}", name_of(ka->family), name_of(ka->shape), letter_type("A", *ka),
                     letter_type("B", *kb), letter_type("accumulator", *kc));
}

std::string product_description(const Layout& a, const Layout& b, const Layout& accumulator) {
  const std::string first = describe(a.provenance());
  std::string text = first;
  if (describe(b.provenance()) != first) text += "; B " + describe(b.provenance());
  if (describe(accumulator.provenance()) != first) text += "; accumulator " + describe(accumulator.provenance());
  return text;
}

}  // namespace tcviz
