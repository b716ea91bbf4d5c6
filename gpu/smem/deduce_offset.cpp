#include "gpu/smem/deduce_offset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>

#include "gpu/smem/offset_styles.hpp"

namespace tcviz::inline gpu_smem {
namespace {

Result<std::string> text_of(const OffsetTile& tile, const OffsetRule& rule, const OffsetExpression& spelled,
                            OffsetStyle style, std::string_view title, std::string& note) {
  switch (style) {
    case OffsetStyle::Cute:
      return cute_offset(tile, rule, note);
    case OffsetStyle::Bases:
      return bases_offset(tile);
    case OffsetStyle::Function:
      return offset_function(spelled, title);
    case OffsetStyle::Python:
      return python_offset(spelled, title);
    case OffsetStyle::C:
      break;
  }
  return fmt::format("offset = {};", spelled.whole.text);
}

}  // namespace

Result<OffsetDeduction> deduce_offset(const OffsetTile& tile, OffsetStyle style, std::string_view title) {
  const std::optional<OffsetRule> rule = find_offset_rule(tile);
  if (!rule)
    return negative(
        "these offsets are no sum of digits of row and col, with or without a swizzle: there is no formula.");
  const OffsetExpression spelled = spell_offset(tile, *rule);
  OffsetDeduction found{*rule, spelled.whole.text, spelled.whole.operators, {}, {}, 0};
  Result<std::string> text = text_of(tile, *rule, spelled, style, title, found.note);
  TCVIZ_TRY(text);
  found.text = std::move(text).value();
  OffsetChecker checker(tile);
  const Parsed<Formula> read = read_offset(found.text, checker);
  if (!read)
    return negative(fmt::format("the style {} has no such sizes: {}.",
                                offset_style_names[static_cast<std::size_t>(style)], read.diagnostics.front().message));
  if (!checker.holds(*read.value))
    return negative(
        fmt::format("the formula that was found is not right for every element, so it is not shown: {}", found.text));
  found.proved_elements = tile.rows * tile.cols;
  return found;
}

}  // namespace tcviz::inline gpu_smem
