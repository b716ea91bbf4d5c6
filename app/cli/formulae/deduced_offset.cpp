#include "app/cli/formulae/deduced_offset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "app/cli/kit/json.hpp"
#include "app/cli/kit/values.hpp"
#include "gpu/smem/deduce_offset.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const OffsetDeduction& found, const DeducedOffsetOptions& options, const OperandImage& image) {
  const XorSwizzle& swizzle = found.rule.swizzle;
  Json json = tile_json(options.id, image);
  json["style"] = options.style;
  json["swizzle"] = {{"bits", swizzle.bits},
                     {"base", swizzle.base},
                     {"shift", swizzle.shift},
                     {"of", found.rule.of_address ? "address" : "offset"},
                     {"base_offset", found.rule.base_offset}};
  json["offset"] = found.expression;
  json["operators"] = found.operators;
  json["proved_elements"] = found.proved_elements;
  json["note"] = found.note;
  json["text"] = found.text;
  return json;
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

}  // namespace tcviz::inline app_cli
