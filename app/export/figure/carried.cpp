#include "app/export/figure/carried.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/export/figure/carried_picture.hpp"
#include "app/export/figure/carried_style.hpp"
#include "gpu/layout/json_reader.hpp"
#include "gpu/layout/layout_file.hpp"

namespace tcviz::inline app_export {
namespace {

using Json = nlohmann::ordered_json;

Result<Layout> layout_in(const nlohmann::json& object, std::size_t number) {
  Result<std::vector<Layout>> one = parse_layouts(object.dump());
  if (!one) return bad_input(fmt::format("layouts[{}]: {}", number, one.error().message));
  return std::move(one).value().front();
}

// Returns the name of a source beside a layout; a file of another hand may have none.
std::string source_at(const nlohmann::json& figure, std::size_t number) {
  const auto sources = figure.find("sources");
  if (sources == figure.end() || !sources->is_array() || number >= sources->size()) return {};
  const nlohmann::json& source = (*sources)[number];
  return source.is_string() ? source.get<std::string>() : std::string();
}

Result<nlohmann::json> carried_tree(std::string_view text) {
  Result<nlohmann::json> tree = read_json(text);
  if (!tree) return tree.error();
  if (!tree.value().is_object()) return bad_input("the carried figure must be an object");
  if (tree.value().value("format", nlohmann::json()) == picture_format)
    return bad_input("this picture holds no layout, but the command that draws it: `tcviz verify` runs it again");
  if (tree.value().value("format", nlohmann::json()) != figure_format)
    return bad_input(fmt::format("format: only \"{}\" is known here", figure_format));
  return tree;
}

Result<std::vector<FigureLayout>> parts_of(const nlohmann::json& tree) {
  const auto layouts = tree.find("layouts");
  if (layouts == tree.end() || !layouts->is_array() || layouts->empty())
    return bad_input("layouts: a figure carries an array of at least one");
  std::vector<FigureLayout> parts;
  for (std::size_t number = 0; number < layouts->size(); ++number) {
    Result<Layout> layout = layout_in((*layouts)[number], number);
    if (!layout) return layout.error();
    parts.push_back({std::move(layout).value(), source_at(tree, number)});
  }
  return parts;
}

}  // namespace

std::string carried_json(const Figure& figure) {
  Json json = {{"format", figure_format}};
  json.update(style_json(figure));
  json["sources"] = Json::array();
  json["layouts"] = Json::array();
  for (const FigureLayout& part : figure.layouts) {
    json["sources"].push_back(part.source);
    json["layouts"].push_back(Json::parse(to_json(part.layout)));
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<std::vector<FigureLayout>> parse_carried(std::string_view text) {
  const Result<nlohmann::json> tree = carried_tree(text);
  return tree ? parts_of(tree.value()) : tree.error();
}

Result<Figure> parse_carried_figure(std::string_view text, FigureFormat format) {
  const Result<nlohmann::json> tree = carried_tree(text);
  if (!tree) return tree.error();
  Result<std::vector<FigureLayout>> parts = parts_of(tree.value());
  if (!parts) return parts.error();
  Figure figure;
  figure.layouts = std::move(parts).value();
  figure.format = format;
  if (Status style = read_carried_style(tree.value(), figure); !style) return style.error();
  return figure;
}

}  // namespace tcviz::inline app_export
