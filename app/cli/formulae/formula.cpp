// tcviz formula: deduces a formula from a layout, proves it on every slot, and spells it in the style chosen.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <string>

#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/image_options.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/target.hpp"
#include "app/cli/kit/values.hpp"
#include "gpu/language/deduce/deduce.hpp"
#include "gpu/language/deduce/fewest.hpp"
#include "gpu/run/ops/prove.hpp"
#include "gpu/smem/deduce_offset.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

struct FormulaOptions {
  TargetArguments target;
  std::string style = "c";
  bool inverse = false, prove = false, json = false;
  ImageOptions image;  // image in shared memory
};

Json json_of(const OffsetDeduction& found, const FormulaOptions& options, const OperandImage& image) {
  const XorSwizzle& swizzle = found.rule.swizzle;
  Json json = tile_json(options.target.kind, image);
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

Status print_deduced_offset(const FormulaOptions& options, Context& context) {
  const auto style = std::ranges::find(offset_style_names, options.style);
  if (style == offset_style_names.end())
    return bad_input(
        fmt::format("--style '{}' does not spell images: use {}.", options.style, join_choices(offset_style_names)));
  const Result<OperandImage> read = read_image(options.target.kind, options.image);
  TCVIZ_TRY(read);
  const OperandImage& image = read.value();
  const std::string title = describe_tile(options.target.kind, image, options.image);
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

// An expression that a style gives, and its name in the answer.
struct Part {
  std::string_view name;
  const std::optional<Spelling>* spelling;
};

std::vector<Part> parts_of(const Deduction& found, bool inverse) {
  if (inverse) return {{"tid", &found.tid}, {"i", &found.i}};
  return {{"row", &found.row}, {"col", &found.col}, {"linear", &found.linear}};
}

bool was_searched(const Deduction& found) {
  const auto searched = [](const std::optional<Spelling>& part) { return part && part->searched_below > 0; };
  return searched(found.row) || searched(found.col) || searched(found.linear);
}

Json json_of(const Deduction& found, const OneLayout& one, const FormulaOptions& options) {
  Json json = {{"kind", one.layout.kind()}, {"style", options.style}}, operators = Json::object(),
       minimal = Json::object(), below = Json::object();
  for (const Part& part : parts_of(found, options.inverse)) {
    const std::string name(part.name);
    const auto& spelling = *part.spelling;
    json[name] = spelling ? Json(spelling->formula.text) : Json(nullptr);
    operators[name] = spelling ? Json(spelling->formula.operators) : Json(nullptr);
    minimal[name] = spelling ? Json(spelling->minimal) : Json(nullptr);
    below[name] = spelling ? Json(spelling->searched_below) : Json(nullptr);
  }
  json["operators"] = operators;
  json["minimal"] = minimal;
  json["none_below"] = below;
  json["searched"] = was_searched(found) ? Json(describe_search_space()) : Json(nullptr);
  json["proved_slots"] = found.proved_slots;
  if (options.inverse) json["replicas"] = found.replicas;
  json["table"] = found.is_table;
  json["note"] = found.note;
  json["text"] = found.text;
  json["device"] = one.from;
  json["provenance"] = describe(one.layout.provenance());
  return json;
}

// Returns "row 4 (none of those searched has fewer), col 6".
std::string cost_line(const Deduction& found, bool inverse) {
  std::string line;
  for (const Part& part : parts_of(found, inverse)) {
    const auto& spelling = *part.spelling;
    if (!spelling) continue;
    line += fmt::format("{}{} {}{}", line.empty() ? "" : ", ", part.name, spelling->formula.operators,
                        spelling->minimal ? " (none of those searched has fewer)"
                        : spelling->searched_below > 0
                            ? fmt::format(" (none of those searched has fewer than {})", spelling->searched_below)
                            : "");
  }
  if (line.empty()) return line;
  const std::string searched = was_searched(found) ? fmt::format("searched: {}\n", describe_search_space()) : "";
  return fmt::format("operators: {}\n{}", line, searched);
}

void print(const Deduction& found, const OneLayout& one, const FormulaOptions& options, Context& context) {
  context.out << found.text << (found.text.ends_with('\n') ? "" : "\n");
  const bool is_plain = options.style == "c" || options.style == "fewest" || options.style == "divmod";
  if (is_plain && found.linear && !options.inverse)
    context.out << fmt::format("linear = {};\n", found.linear->formula.text);
  if (!found.note.empty()) context.notes << found.note << "\n";
  if (is_plain) context.notes << cost_line(found, options.inverse);
  const std::string copies =
      options.inverse && found.replicas > 1 ? fmt::format("; r, the replica, is 0 to {}", found.replicas - 1) : "";
  context.notes << fmt::format("proved on all {} slots of {}, {}{}\n", found.proved_slots, one.layout.kind(), one.from,
                               copies);
}

// Runs the functions, as a person would paste them, on the GPU for every slot, and compares them with a fresh probe.
Status prove(const FormulaOptions& options, Context& context) {
  const auto gpu =
      open_gpu(context, options.target.device,
               {"to --prove on", "`tcviz formula` without --prove proves it on every slot of a layout, on the CPU."});
  TCVIZ_TRY(gpu);
  const std::string device = gpu.value().source->info().name;
  const Result<OneLayout> one = one_layout({options.target.kind, options.target.choice, device}, context);
  TCVIZ_TRY(one);
  const Layout& layout = one.value().layout;
  const Result<Deduction> found = deduce(layout, Style::Function, nullptr);
  TCVIZ_TRY(found);
  const auto elements = elements_on_gpu(found.value().text, layout.threads(), layout.values(), gpu.value().ordinal);
  TCVIZ_TRY(elements);
  int wrong = 0;
  for (int n = 0; n < layout.slots(); ++n) {
    const auto probed = layout.element(layout.slot(n));
    if (probed && *probed != elements.value()[static_cast<std::size_t>(n)]) ++wrong;
  }
  const Json json = {{"kind", layout.kind()}, {"device", device}, {"slots", layout.slots()}, {"wrong", wrong}};
  if (options.json) {
    context.out << print_json(json);
  } else {
    context.out << fmt::format(
        "{}: the functions, compiled and run on {}, give what was probed there in {} of {} slots.\n", layout.kind(),
        device, layout.slots() - wrong, layout.slots());
  }
  return wrong == 0 ? Status(Nothing{}) : negative(fmt::format("{} slots differ.", wrong));
}

Status formula_of_image(const FormulaOptions& options, Context& context) {
  if (options.inverse || options.prove || !(options.target.device + options.target.choice).empty())
    return bad_input(fmt::format(
        "{} is an image of shared memory: it takes --style, --json, --rows, --cols, --lbo, --sbo, --base and --start.",
        options.target.kind));
  return print_deduced_offset(options, context);
}

Status formula(const FormulaOptions& options, Context& context) {
  if (names_image(options.target.kind)) return formula_of_image(options, context);
  if (options.image.any())
    return bad_input(
        "--rows, --cols, --lbo, --sbo, --base and --start are for an image in shared memory: `tcviz formula "
        "smem.128b.k.b16 --rows 64 --cols 64`.");
  if (options.prove) return prove(options, context);
  const Result<std::size_t> style = parse_choice("--style", options.style, style_names);
  TCVIZ_TRY(style);
  const Result<OneLayout> one = one_layout(options.target, context);
  TCVIZ_TRY(one);
  const auto chosen = static_cast<Style>(style.value());
  FewestSearch search;
  const Result<Deduction> found =
      options.inverse ? deduce_inverse(one.value().layout, chosen) : deduce(one.value().layout, chosen, &search);
  TCVIZ_TRY(found);
  if (options.json) {
    context.out << print_json(json_of(found.value(), one.value(), options));
  } else {
    print(found.value(), one.value(), options, context);
  }
  return Nothing{};
}

}  // namespace

Runner declare_formula(CLI::App& app) {
  auto options = std::make_shared<FormulaOptions>();
  add_target(app, options->target);
  add_option(app, "--style", "STYLE", options->style,
             fmt::format("{} (default c); for an image {}", fmt::join(style_names, ", "),
                         fmt::join(offset_style_names, ", ")));
  add_image_options(app, options->image, "for an image, as KIND smem.128b.k.b16: ");
  add_flag(app, "--inverse", options->inverse, "compute tid and i from row, col and r, the replica");
  add_flag(app, "--prove", options->prove,
           "compile the functions, run them on the GPU, and compare with a fresh probe");
  add_flag(app, "--json", options->json, "answer in JSON");
  return [options](Context& context) { return formula(*options, context); };
}

}  // namespace tcviz::inline app_cli
