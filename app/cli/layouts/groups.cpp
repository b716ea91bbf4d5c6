#include "app/cli/layouts/groups.hpp"

#include <fmt/format.h>

#include <ostream>

#include "app/cli/kit/output.hpp"
#include "app/cli/kit/table.hpp"
#include "gpu/source/probe/layout_groups.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

std::string letter_of(int group) { return group < 0 ? "-" : std::string(1, static_cast<char>('A' + group)); }

Table table_of(const std::vector<std::string>& architectures, const std::vector<KindGroups>& all) {
  Table table{{"kind"}, {}, {}};
  table.header.insert(table.header.end(), architectures.begin(), architectures.end());
  for (const KindGroups& each : all) {
    std::vector<std::string> row{each.kind};
    for (const std::string& architecture : architectures) row.push_back(letter_of(group_of(each, architecture)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string markdown(const Table& table) {
  std::string text = fmt::format("| {} |\n|", fmt::join(table.header, " | "));
  for (std::size_t at = 0; at < table.header.size(); ++at) text += " --- |";
  text += "\n";
  for (const auto& row : table.rows) text += fmt::format("| {} |\n", fmt::join(row, " | "));
  return text;
}

Json json_of(const std::vector<std::string>& architectures, const std::vector<KindGroups>& all) {
  Json json = {{"architectures", architectures}, {"kinds", Json::array()}};
  for (const KindGroups& each : all) {
    Json groups = Json::array();
    for (const LayoutGroup& group : each.groups) groups.push_back(group.architectures);
    json["kinds"].push_back(
        {{"kind", each.kind}, {"groups", groups}, {"lacking", each.lacking}, {"history", describe(each)}});
  }
  return json;
}

}  // namespace

Status print_groups(std::span<const Kind* const> kinds, GroupsFormat format, Context& context) {
  const Sources sources = context.backends.sources(LookFor::Files);
  const std::vector<std::string> architectures = compiled_architectures(sources);
  if (architectures.empty()) return unavailable("no compiled source is here: `tcviz devices` lists what there is.");
  std::vector<KindGroups> all;
  for (const Kind* kind : kinds) all.push_back(group_architectures(sources, std::string(kind->id)));
  const Table table = table_of(architectures, all);
  if (format == GroupsFormat::Json) context.out << print_json(json_of(architectures, all));
  if (format == GroupsFormat::Markdown) context.out << markdown(table);
  if (format == GroupsFormat::Text) context.out << to_text(table, context);
  return Nothing{};
}

}  // namespace tcviz::inline app_cli
