// tcviz journey: follows one element through a kernel, hop by hop.
#include "gpu/smem/journey.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <ostream>

#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/picture.hpp"
#include "app/cli/kit/target.hpp"
#include "app/cli/kit/values.hpp"
#include "app/session/shared_memory/smem_figure.hpp"
#include "app/session/shared_memory/smem_journey.hpp"
#include "gpu/smem/known_by.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

struct JourneyOptions {
  std::string preset, element, m, n, k, device, output;
  PictureColors colors;
  bool json = false;
  const CLI::App* app = nullptr;  // with the words that were typed
};

std::vector<std::string_view> preset_names() {
  std::vector<std::string_view> names;
  for (const JourneyPreset& preset : journey_presets()) names.push_back(preset.name);
  return names;
}

Result<ProductSizes> read_sizes(const JourneyOptions& options) {
  ProductSizes sizes;
  const std::tuple<std::string_view, const std::string&, std::int64_t&> all[] = {
      {"--m", options.m, sizes.m}, {"--n", options.n, sizes.n}, {"--k", options.k, sizes.k}};
  for (const auto& [name, text, into] : all) {
    if (text.empty()) continue;
    const Result<std::int64_t> number = parse_whole(name, text);
    TCVIZ_TRY(number);
    into = number.value();
  }
  return sizes;
}

Json json_of(const HopView& view) {
  switch (view.type) {
    case HopView::Type::None:
      return nullptr;
    case HopView::Type::Layout:
      return {{"kind", view.id}, {"element", {view.row, view.col}}};
    case HopView::Type::Image:
      return {{"image", view.id},
              {"rows", view.image.rows},
              {"cols", view.image.cols},
              {"start", view.image.start},
              {"lbo", view.image.lbo},
              {"sbo", view.image.sbo},
              {"element", {view.row, view.col}}};
    case HopView::Type::Descriptor:
      return {{"descriptor", fmt::format("0x{:016x}", view.descriptor)},
              {"operand", view.is_a ? "a" : "b"},
              {"n", view.n},
              {"element", {view.row, view.col}}};
    case HopView::Type::Banks:
      return {{"op", view.id}, {"addresses", view.addresses}};
  }
  return nullptr;
}

Json json_of(const Hop& hop) {
  Json numbers = Json::object();
  for (const auto& [name, value] : hop.numbers) numbers[name] = value;
  return {{"stage", hop.stage}, {"place", hop.place},        {"formula", hop.formula},
          {"numbers", numbers}, {"view", json_of(hop.view)}, {"command", hop_command(hop.view)}};
}

Json json_of(const Journey& journey, const std::string& source) {
  Json hops = Json::array(), feeds = Json::array();
  for (const Hop& hop : journey.hops) hops.push_back(json_of(hop));
  for (const FedElement& fed : journey.feeds)
    feeds.push_back({{"row", fed.row}, {"col", fed.col}, {"thread", fed.thread}, {"i", fed.i}});
  return {{"format", "tcviz-journey/1"},
          {"preset", journey.preset},
          {"element", spell(journey.element)},
          {"m", journey.sizes.m},
          {"n", journey.sizes.n},
          {"k", journey.sizes.k},
          {"layouts", source},
          {"hops", hops},
          {"feeds", feeds}};
}

std::string text_of(const Journey& journey) {
  std::string text;
  std::size_t number = 0;
  for (const Hop& hop : journey.hops) {
    text += fmt::format("{:2}  {}\n    {}\n", ++number, hop.stage, hop.place);
    if (!hop.formula.empty()) text += fmt::format("    {}\n", hop.formula);
    if (!hop.formula.empty() && !hop.numbers.empty()) {
      std::vector<std::string> parts;
      for (const auto& [name, value] : hop.numbers) parts.push_back(fmt::format("{} = {}", name, value));
      text += fmt::format("    {}\n", fmt::join(parts, ", "));
    }
    const std::string command = hop_command(hop.view);
    if (!command.empty()) text += fmt::format("    $ {}\n", command);
  }
  return text;
}

Status draw(const Journey& journey, const std::string& source, const JourneyOptions& options, Context& context) {
  const std::string provenance = fmt::format("registers: {}; shared memory: {}", source, images_known_by());
  Theme theme = Theme::Light;
  Palette palette = Palette::Safe;
  TCVIZ_TRY(options.colors.read(theme, palette));
  return deliver_picture(journey_figure(journey, provenance, theme, palette), options.output,
                         {typed_words_with_source(*options.app, source), {}}, context);
}

Status journey(const JourneyOptions& options, Context& context) {
  if (options.element.empty()) return bad_input("which element? --element A:37,12 (row and column of A, B or C).");
  const std::vector<std::string_view> names = preset_names();
  const Result<std::size_t> preset =
      parse_choice("--preset", options.preset.empty() ? "hopper" : options.preset, names);
  TCVIZ_TRY(preset);
  const Result<JourneyElement> element = read_journey_element(options.element);
  TCVIZ_TRY(element);
  const Result<ProductSizes> sizes = read_sizes(options);
  TCVIZ_TRY(sizes);
  std::string source;
  const LayoutOf layout_of = [&](std::string_view kind) -> Result<Layout> {
    Result<OneLayout> one = one_layout({std::string(kind), {}, options.device, "journey"}, context);
    TCVIZ_TRY(one);
    source = one.value().from;
    return std::move(one.value().layout);
  };
  const JourneyPreset& chosen = journey_presets()[preset.value()];
  const Result<Journey> made = make_journey(chosen, element.value(), sizes.value(), layout_of);
  TCVIZ_TRY(made);
  if (!options.output.empty()) return draw(made.value(), source, options, context);
  if (options.json) {
    context.out << print_json(json_of(made.value(), source));
    return Nothing{};
  }
  context.out << fmt::format(
                     "{} of D = A B, {} x {} x {}; {}: {}; layouts of {}\n"
                     "A and B are f16, k side by side in both: A by rows, B by columns; D is by rows\n\n",
                     spell(element.value()), sizes.value().m, sizes.value().n, sizes.value().k, chosen.name,
                     chosen.about, source)
              << text_of(made.value()) << "shared memory: " << images_known_by() << "\n";
  return Nothing{};
}

}  // namespace

Runner declare_journey(CLI::App& app) {
  auto options = std::make_shared<JourneyOptions>();
  options->app = &app;
  add_option(app, "--preset", "PRESET", options->preset, "ampere, hopper (default), hopper-rs or epilogue");
  add_option(app, "--element", "X:ROW,COL", options->element, "of A (m x k), B (k x n) or C (m x n), as A:37,12");
  add_option(app, "--m", "N", options->m, "rows of A and D (1024)");
  add_option(app, "--n", "N", options->n, "columns of B and D (1024)");
  add_option(app, "--k", "N", options->k, "columns of A and rows of B (1024)");
  add_device(app, options->device);
  add_option(app, "-o,--output", "FILE", options->output, "a picture of all hops: .svg, .png, .pdf or .tex");
  add_picture_colors(app, options->colors);
  add_flag(app, "--json", options->json, "answer in JSON, with every element of D in the block that it feeds");
  return [options](Context& context) { return journey(*options, context); };
}

}  // namespace tcviz::inline app_cli
