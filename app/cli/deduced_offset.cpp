#include "app/cli/deduced_offset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "app/cli/json.hpp"
#include "app/cli/values.hpp"
#include "gpu/image/deduce_offset.hpp"

namespace tcviz {
inline namespace app_cli {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const OffsetDeduction& found, const DeducedOffsetOptions& options, const OperandImage& image) {
  const XorSwizzle& swizzle = found.rule.swizzle;
  return {{"id", options.id},
          {"rows", image.rows},
          {"cols", image.cols},
          {"element_bits", image.element_bits},
          {"lbo", image.lbo},
          {"sbo", image.sbo},
          {"base_offset", image.base_offset},
          {"start", image.start},
          {"style", options.style},
          {"swizzle",
           {{"bits", swizzle.bits},
            {"base", swizzle.base},
            {"shift", swizzle.shift},
            {"of", found.rule.of_address ? "address" : "offset"},
            {"base_offset", found.rule.base_offset}}},
          {"offset", found.expression},
          {"operators", found.operators},
          {"proved_elements", found.proved_elements},
          {"note", found.note},
          {"text", found.text}};
}

}  // namespace

Status print_deduced_offset(const DeducedOffsetOptions& options, Context& context) {
  const auto style = std::ranges::find(offset_style_names, options.style);
  if (style == offset_style_names.end())
    return bad_input(fmt::format("an image is not spelled in --style '{}': say {}.", options.style,
                                 join_choices(offset_style_names)));
  const Result<OperandImage> read = read_image(options.id, options.image);
  TCVIZ_TRY(read);
  const OperandImage& image = read.value();
  const std::string title = describe_tile(options.id, image, options.image);
  const Result<OffsetDeduction> found =
      deduce_offset(offsets_of(image), static_cast<OffsetStyle>(style - offset_style_names.begin()), title);
  TCVIZ_TRY(found);
  if (options.json) {
    context.out << print_json(json_of(found.value(), options, image));
    return Nothing{};
  }
  const OffsetDeduction& answer = found.value();
  context.out << answer.text << (answer.text.ends_with('\n') ? "" : "\n");
  if (!answer.note.empty()) context.notes << answer.note << "\n";
  if (options.style == "c") context.notes << fmt::format("operators: {}\n", answer.operators);
  context.notes << fmt::format("{}; proved on all {} elements of {}\n", describe(answer.rule), answer.proved_elements,
                               title);
  return Nothing{};
}

}  // namespace app_cli
}  // namespace tcviz
