#include "app/cli/kernels/live_words.hpp"

#include <fmt/format.h>

namespace tcviz::inline app_cli {
namespace {

// Returns the name of a matrix: its operand's if the catalogue has the kind, else none.
std::string matrix_name(const Layout& layout) {
  const Kind* const kind = find_kind(layout.kind());
  if (kind == nullptr) return "";
  switch (kind->operand) {
    case Operand::A:
      return "A";
    case Operand::B:
      return "B";
    case Operand::Accumulator:
      return "C";
    case Operand::Metadata:
      return "E";
    default:
      return "";
  }
}

std::string element_name(const Layout& layout, Element element) {
  return fmt::format("{}[{}, {}]", matrix_name(layout), element.row, element.col);
}

// Returns "lane 5, register 2", "warp 2, lane 5, register 1 [31:16]", "lane 5, registers 2..3".
std::string holder_text(const LiveAnswer& answer, Slot slot) {
  const RegisterSpan span = answer.layout.register_of(slot.i);
  const std::uint32_t warp = warp_of(answer.fragment, slot);
  const bool one_warp = answer.fragment.threads() <= lanes_of_warp && warp == 0;
  std::string text = one_warp ? "" : fmt::format("warp {}, ", warp);
  text += fmt::format("lane {}, ", slot.tid % lanes_of_warp);
  if (span.last > span.first) return text + fmt::format("registers {}..{}", span.first, span.last);
  text += fmt::format("register {}", span.first);
  return span.high - span.low == 31 ? text : text + fmt::format(" [{}:{}]", span.high, span.low);
}

}  // namespace

std::string number_text(const ValueFormat& format, double value) {
  if (!format.type || element_bits(*format.type) < 16) return fmt::format("{}", value);
  switch (*format.type) {
    case ElementType::F16:
    case ElementType::BF16:
      return fmt::format("{:.5g}", value);
    case ElementType::F32:
    case ElementType::TF32:
      return fmt::format("{}", static_cast<float>(value));
    default:
      return fmt::format("{}", value);
  }
}

std::string counted(std::size_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

AxisNames matrix_axes(const Layout& layout) { return axis_names(layout.kind()); }

std::uint32_t warp_of(const LiveFragment& fragment, Slot slot) {
  return fragment.first_warp + static_cast<std::uint32_t>(slot.tid / lanes_of_warp);
}

std::string warps_text(const LiveFragment& fragment) {
  const auto warps = static_cast<std::uint32_t>(fragment.threads() / lanes_of_warp);
  return warps == 1 ? std::to_string(fragment.first_warp)
                    : fmt::format("{}-{}", fragment.first_warp, fragment.first_warp + warps - 1);
}

std::string wrong_text(const LiveAnswer& answer, std::int32_t number) {
  const Slot slot = answer.layout.slot(number);
  const Element element = answer.layout.element(slot).value_or(Element{});
  const auto at = static_cast<std::size_t>(element.row * answer.layout.cols() + element.col);
  const double got = answer.values.numbers[static_cast<std::size_t>(number)];
  const double wanted = answer.expected->values[at].value_or(0);
  std::string text =
      fmt::format("{} holds {} = {}, expected {}", holder_text(answer, slot), element_name(answer.layout, element),
                  number_text(answer.values.format, got), number_text(answer.values.format, wanted));
  if (const auto home = element_expecting(got, *answer.expected, answer.tolerance))
    text += fmt::format(" ({} is expected in {} alone)", number_text(answer.values.format, got),
                        element_name(answer.layout, *home));
  return text;
}

std::string differing_text(const LiveAnswer& answer, const OwnersDiffer& differing) {
  const auto number = [&](Slot slot) {
    const auto at = static_cast<std::size_t>(slot.tid * answer.layout.values() + slot.i);
    return number_text(answer.values.format, answer.values.numbers[at]);
  };
  return fmt::format("{} is {} in {}, and {} in {}", element_name(answer.layout, differing.element),
                     number(differing.one), holder_text(answer, differing.one), number(differing.other),
                     holder_text(answer, differing.other));
}

}  // namespace tcviz::inline app_cli
