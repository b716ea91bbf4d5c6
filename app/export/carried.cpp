#include "app/export/carried.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/scene/names.hpp"
#include "app/scene/thread_filter.hpp"
#include "gpu/layout/json_reader.hpp"
#include "gpu/layout/layout_file.hpp"

namespace tcviz {
namespace {

using Json = nlohmann::ordered_json;

// What shapes the picture, in the words of the command line.
Json style_json(const SceneStyle& style) {
  Json json = {{"format", figure_format},
               {"view", word_of(style.view)},
               {"color_by",
                style.color_by == ColorBy::Expression ? std::string_view(style.value_name) : word_of(style.color_by)},
               {"palette", word_of(style.palette)},
               {"labels", word_of(style.label_by)},
               {"theme", word_of(style.theme)}};
  if (const std::string threads = print_threads(style.threads); !threads.empty()) json["threads"] = threads;
  if (style.marked) json["mark"] = {style.marked->tid, style.marked->i};
  if (!style.title_text.empty()) json["title"] = style.title_text;
  if (!style.caption_text.empty()) json["caption"] = style.caption_text;
  return json;
}

Result<Layout> layout_in(const nlohmann::json& object, std::size_t number) {
  Result<std::vector<Layout>> one = parse_layouts(object.dump());
  if (!one) return bad_input(fmt::format("layouts[{}]: {}", number, one.error().message));
  return std::move(one).value().front();
}

// The name of a source beside a layout; a file of another hand may have none.
std::string source_at(const nlohmann::json& figure, std::size_t number) {
  const auto sources = figure.find("sources");
  if (sources == figure.end() || !sources->is_array() || number >= sources->size()) return {};
  const nlohmann::json& source = (*sources)[number];
  return source.is_string() ? source.get<std::string>() : std::string();
}

}  // namespace

std::string carried_json(const Figure& figure) {
  Json json = style_json(figure.style);
  json["sources"] = Json::array();
  json["layouts"] = Json::array();
  for (const FigureLayout& part : figure.layouts) {
    json["sources"].push_back(part.source);
    json["layouts"].push_back(Json::parse(to_json(part.layout)));
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<std::vector<FigureLayout>> parse_carried(std::string_view text) {
  const Result<nlohmann::json> tree = read_json(text);
  if (!tree) return tree.error();
  if (!tree.value().is_object()) return bad_input("the carried figure must be an object");
  if (tree.value().value("format", nlohmann::json()) != figure_format)
    return bad_input(fmt::format("format: only \"{}\" is known here", figure_format));
  const auto layouts = tree.value().find("layouts");
  if (layouts == tree.value().end() || !layouts->is_array() || layouts->empty())
    return bad_input("layouts: a figure carries an array of at least one");
  std::vector<FigureLayout> parts;
  for (std::size_t number = 0; number < layouts->size(); ++number) {
    Result<Layout> layout = layout_in((*layouts)[number], number);
    if (!layout) return layout.error();
    parts.push_back({std::move(layout).value(), source_at(tree.value(), number)});
  }
  return parts;
}

}  // namespace tcviz
