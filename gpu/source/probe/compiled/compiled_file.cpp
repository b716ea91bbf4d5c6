#include "gpu/source/probe/compiled/compiled_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "gpu/layout/characters.hpp"
#include "gpu/layout/json_reader.hpp"

namespace tcviz::inline gpu_probe {
namespace {

using Json = nlohmann::json;
constexpr std::string_view format_name = "tcviz-compiled/1";

Error refuse(std::string_view place, std::string_view what) { return bad_input(fmt::format("{}: {}", place, what)); }

// Returns a member of an object, or null if there is none.
const Json* member(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

std::optional<std::string> text_of(const Json& object, const char* key) {
  const Json* value = member(object, key);
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return value->get<std::string>();
}

std::optional<ComputeCapability> architecture_named(const std::string& name) {
  return name.starts_with("sm_") ? number_in<int>(std::string_view(name).substr(3)) : std::nullopt;
}

Status read_architectures(const Json& list, CompiledTable& table) {
  for (std::size_t at = 0; at < list.size(); ++at) {
    const auto name = text_of(list[at], "name"), assembler = text_of(list[at], "assembler");
    const auto architecture = name ? architecture_named(*name) : std::nullopt;
    if (!architecture || !assembler)
      return refuse(fmt::format("architectures[{}]", at), "needs a name and an assembler");
    table.architectures.push_back({*architecture, *assembler});
  }
  return Nothing{};
}

Status read_maps(const Json& list, CompiledTable& table) {
  for (std::size_t at = 0; at < list.size(); ++at) {
    Map map;
    map.reserve(list[at].size());
    for (const Json& element : list[at]) {
      const bool whole = element.is_number_unsigned() && element.get<std::uint64_t>() < Layout::max_slots;
      if (!whole) return refuse(fmt::format("maps[{}]", at), "is not a list of elements");
      map.push_back(element.get<std::int32_t>());
    }
    table.maps.push_back(std::move(map));
  }
  return Nothing{};
}

bool contains(const std::vector<ComputeCapability>& list, ComputeCapability architecture) {
  return std::find(list.begin(), list.end(), architecture) != list.end();
}

Status read_group(const Json& json, const Kind& kind, CompiledTable& table) {
  const Json* map = member(json, "map");
  const Json* names = member(json, "architectures");
  if (map == nullptr || !map->is_number_unsigned() || names == nullptr || !names->is_array()) {
    return refuse(kind.id, "a layout needs a map and architectures");
  }
  CompiledGroup group{&kind, map->get<std::size_t>(), {}};
  if (group.map >= table.maps.size()) return refuse(kind.id, fmt::format("there is no map {}", group.map));
  for (const Json& name : *names) {
    const auto architecture = name.is_string() ? architecture_named(name.get<std::string>()) : std::nullopt;
    const bool listed = architecture && table.find(*architecture) != nullptr;
    if (!listed || contains(group.architectures, *architecture) || table.map_of(kind, *architecture) != nullptr) {
      return refuse(kind.id, "an architecture is not listed above, or has two layouts");
    }
    group.architectures.push_back(*architecture);
  }
  table.groups.push_back(std::move(group));
  return Nothing{};
}

Status read_kinds(const Json& list, CompiledTable& table) {
  for (std::size_t at = 0; at < list.size(); ++at) {
    const auto id = text_of(list[at], "kind");
    const Kind* kind = id ? find_kind(*id) : nullptr;
    const Json* layouts = member(list[at], "layouts");
    if (kind == nullptr || layouts == nullptr || !layouts->is_array()) {
      return refuse(fmt::format("kinds[{}]", at), "needs the id of a kind and its layouts");
    }
    for (const Json& layout : *layouts) {
      const Status status = read_group(layout, *kind, table);
      if (!status) return status;
    }
  }
  return Nothing{};
}

std::string capability_text(ComputeCapability architecture) {
  return fmt::format("{}.{}", architecture / 10, architecture % 10);
}

std::size_t index_of(CompiledTable& table, const Map& map) {
  const auto found = std::find(table.maps.begin(), table.maps.end(), map);
  if (found == table.maps.end()) table.maps.push_back(map);
  return static_cast<std::size_t>(std::find(table.maps.begin(), table.maps.end(), map) - table.maps.begin());
}

std::string groups_json(const CompiledTable& table, const Kind& kind) {
  std::vector<std::string> layouts;
  for (const CompiledGroup& group : table.groups) {
    if (group.kind != &kind) continue;
    std::vector<std::string> names;
    for (const ComputeCapability each : group.architectures) names.push_back('"' + architecture_name(each) + '"');
    layouts.push_back(fmt::format(R"({{"map": {}, "architectures": [{}]}})", group.map, fmt::join(names, ", ")));
  }
  return fmt::format(R"({{"kind": "{}", "layouts": [{}]}})", kind.id, fmt::join(layouts, ", "));
}

}  // namespace

const CompiledArchitecture* CompiledTable::find(ComputeCapability architecture) const {
  const auto found = std::find_if(architectures.begin(), architectures.end(),
                                  [&](const CompiledArchitecture& a) { return a.architecture == architecture; });
  return found == architectures.end() ? nullptr : &*found;
}

const Map* CompiledTable::map_of(const Kind& kind, ComputeCapability architecture) const {
  for (const CompiledGroup& group : groups) {
    if (group.kind == &kind && contains(group.architectures, architecture)) return &maps[group.map];
  }
  return nullptr;
}

std::vector<const Kind*> CompiledTable::kinds_of(ComputeCapability architecture) const {
  std::vector<const Kind*> kinds;
  for (const Kind& kind : catalogue(Family::Wmma)) {
    if (map_of(kind, architecture) != nullptr) kinds.push_back(&kind);
  }
  return kinds;
}

void add_to(CompiledTable& table, const Recomputed& recomputed) {
  table.architectures.push_back({recomputed.architecture, recomputed.assembler});
  for (const CompiledMap& found : recomputed.kinds) {
    if (!found.map) continue;
    const std::size_t map = index_of(table, found.map.value());
    const auto same = std::find_if(table.groups.begin(), table.groups.end(), [&](const CompiledGroup& group) {
      return group.kind == found.kind && group.map == map;
    });
    if (same != table.groups.end())
      same->architectures.push_back(recomputed.architecture);
    else
      table.groups.push_back({found.kind, map, {recomputed.architecture}});
  }
  std::stable_sort(table.groups.begin(), table.groups.end(),
                   [](const CompiledGroup& a, const CompiledGroup& b) { return a.kind < b.kind; });
}

Result<Layout> compiled_layout(const Kind& kind, Map map, const CompiledArchitecture& made, const std::string& date) {
  LayoutData data{std::string(kind.id),    kind.rows(), kind.cols(),   kind.threads, kind.values,
                  element_bits(kind.type), {},          std::move(map)};
  data.provenance.source = Source::Compiled;
  data.provenance.compute_capability = capability_text(made.architecture);
  data.provenance.cuda = made.assembler;
  data.provenance.date = date;
  data.provenance.methods = {"load"};
  if (kind.operand == Operand::Accumulator) data.provenance.methods.push_back("store");
  data.provenance.reference =
      fmt::format("machine code that nvJitLink {} makes of {} for {}", made.assembler,
                  kind.operand == Operand::Accumulator ? "wmma.load and wmma.store" : "wmma.load",
                  architecture_name(made.architecture));
  return Layout::make(std::move(data));
}

Result<CompiledTable> parse_compiled(std::string_view json) {
  const auto read = read_json(json);
  TCVIZ_TRY(read);
  const Json& root = read.value();
  CompiledTable table;
  if (text_of(root, "format") != format_name) return refuse("format", fmt::format("is not {}", format_name));
  table.date = text_of(root, "date").value_or("");
  const std::pair<const char*, Status (*)(const Json&, CompiledTable&)> parts[] = {
      {"architectures", read_architectures}, {"maps", read_maps}, {"kinds", read_kinds}};
  for (const auto& [key, read_part] : parts) {
    const Json* part = member(root, key);
    if (part == nullptr || !part->is_array()) return refuse(key, "is missing or not a list");
    const Status status = read_part(*part, table);
    TCVIZ_TRY(status);
  }
  return table;
}

std::string to_json(const CompiledTable& table) {
  std::vector<std::string> architectures, maps, kinds;
  for (const auto& made : table.architectures) {
    architectures.push_back(
        fmt::format(R"({{"name": "{}", "assembler": "{}"}})", architecture_name(made.architecture), made.assembler));
  }
  for (const Map& map : table.maps) maps.push_back(fmt::format("[{}]", fmt::join(map, ",")));
  for (const Kind& kind : catalogue(Family::Wmma)) kinds.push_back(groups_json(table, kind));
  return fmt::format(
      "{{\n\"format\": \"{}\",\n\"date\": \"{}\",\n\"architectures\": [\n{}\n],\n\"maps\": [\n{}\n],\n"
      "\"kinds\": [\n{}\n]\n}}\n",
      format_name, table.date, fmt::join(architectures, ",\n"), fmt::join(maps, ",\n"), fmt::join(kinds, ",\n"));
}

}  // namespace tcviz::inline gpu_probe
