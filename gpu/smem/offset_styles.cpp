#include "gpu/smem/offset_styles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "gpu/language/deduce/styles.hpp"

namespace tcviz::inline gpu_smem {
namespace {

constexpr std::string_view other_styles = "the styles c, function and python can";
const std::array<std::string, 2> arguments = {"row", "col"};

Error cannot(std::string_view why) { return negative(fmt::format("{}: {}.", why, other_styles)); }

Result<std::string> shape_and_stride(const OffsetTile& tile, const OffsetRule& rule) {
  if (rule.linear.base != 0)
    return cannot(
        fmt::format("element (0, 0) lies {} bytes from the start, and a layout begins at 0", rule.linear.base));
  Result<std::string> text = cute_of(rule.linear, {tile.rows, tile.cols}, tile.element_bits / 8);
  if (!text) return cannot(text.error().message);
  return text;
}

// Lists what each bit of an input adds by exclusive or.
std::string basis_list(const OffsetTile& tile, int input, std::int64_t constant) {
  const auto size = static_cast<std::size_t>(input == 0 ? tile.rows : tile.cols);
  const auto step = input == 0 ? static_cast<std::size_t>(tile.cols) : 1;
  std::string list;
  for (std::size_t bit = 1; bit < size; bit *= 2) list += fmt::format(" {}", tile.offsets[bit * step] ^ constant);
  return list;
}

bool is_linear_tile(const OffsetTile& tile, std::int64_t constant) {
  const auto cols = static_cast<std::size_t>(tile.cols);
  // Each index is its highest bit and the rest, for which the equality is known already.
  const auto right_along = [&](std::size_t size, std::size_t step) {
    for (std::size_t at = 1; at < size; ++at) {
      const std::size_t high = std::bit_floor(at);
      if (tile.offsets[at * step] != (tile.offsets[high * step] ^ tile.offsets[(at - high) * step] ^ constant))
        return false;
    }
    return true;
  };
  if (!right_along(static_cast<std::size_t>(tile.rows), cols) || !right_along(cols, 1)) return false;
  for (std::size_t at = 0; at < tile.offsets.size(); ++at)
    if (tile.offsets[at] != (tile.offsets[at / cols * cols] ^ tile.offsets[at % cols] ^ constant)) return false;
  return true;
}

std::string comment(std::string_view mark, std::string_view title) {
  return fmt::format("{} Bytes from the start of {} to its element (row, col).\n", mark, title);
}

}  // namespace

Result<std::string> cute_offset(const OffsetTile& tile, const OffsetRule& rule, std::string& note) {
  if (rule.base_offset > 0)
    return cannot(fmt::format("base offset {} is subtracted from bits of the address, which no Swizzle<B,M,S> does",
                              rule.base_offset));
  const Result<std::string> plain = shape_and_stride(tile, rule);
  TCVIZ_TRY(plain);
  const auto& [bits, base, shift] = rule.swizzle;
  if (bits == 0) return plain;
  const int element = std::countr_zero(static_cast<unsigned>(tile.element_bits / 8));
  const std::string pointer =
      fmt::format("Sw<{},{},{}> o smem_ptr[{}b](unset) o {}", bits, base, shift, tile.element_bits, plain.value());
  if (rule.of_address) {
    note = fmt::format(
        "The start, {}, is no multiple of what the swizzle repeats after: this is right for a pointer to that address.",
        tile.start);
    return pointer;
  }
  if (base < element || (shift < 0 && base - shift < element)) return pointer;
  note = fmt::format("As CuTe prints it for a pointer: {}", pointer);
  return fmt::format("Swizzle<{},{},{}> o {}", bits, base - element, shift, plain.value());
}

Result<std::string> bases_offset(const OffsetTile& tile) {
  const std::int64_t least = *std::ranges::min_element(tile.offsets);
  if (least < 0) return cannot(fmt::format("an offset is {}, and bases have no sign", least));
  const std::int64_t constant = tile.offsets.front();
  if (!is_linear_tile(tile, constant))
    return cannot("the offsets are no exclusive or of what each bit of row and col gives");
  std::string text;
  for (const int input : {0, 1})
    if (const std::string list = basis_list(tile, input, constant); !list.empty())
      text += fmt::format("{}{}:{}", text.empty() ? "" : "; ", input == 0 ? "row" : "col", list);
  if (constant != 0 || text.empty()) text += fmt::format("{}offset: {}", text.empty() ? "" : "; ", constant);
  return text;
}

std::string offset_function(const OffsetExpression& spelled, std::string_view title) {
  const std::string body =
      spelled.linear.empty() ? fmt::format("  return {};\n", spelled.whole.text)
                             : fmt::format("  const int linear = {};\n  return {};\n", spelled.linear, spelled.result);
  return comment("//", title) + cpp_function("offset", arguments, body);
}

std::string python_offset(const OffsetExpression& spelled, std::string_view title) {
  const std::string body = spelled.linear.empty()
                               ? fmt::format("    return {}\n", spelled.whole.text)
                               : fmt::format("    linear = {}\n    return {}\n", spelled.linear, spelled.result);
  return comment("#", title) + python_function("offset", arguments, python_expression(body));
}

}  // namespace tcviz::inline gpu_smem
