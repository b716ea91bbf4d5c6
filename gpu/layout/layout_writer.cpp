// Layouts -> JSON, for people too: a line for each key, the map with a line for each thread.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "gpu/layout/layout_file.hpp"

namespace tcviz::inline gpu_layout {
namespace {

std::string json_string(const std::string& text) {
  using nlohmann::json;
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string or_null(const std::optional<std::string>& text) { return text ? json_string(*text) : "null"; }

std::string methods_text(const Provenance& provenance) {
  std::string text;
  for (const std::string& method : provenance.methods) text += (text.empty() ? "" : ", ") + json_string(method);
  return "[" + text + "]";
}

std::string provenance_text(const Provenance& p, const std::string& indent) {
  std::string text = fmt::format("{{\n{0}  \"source\": \"{1}\",\n", indent, name_of(p.source));
  const auto add = [&](const char* key, const std::string& value) {
    text += fmt::format("{}  \"{}\": {},\n", indent, key, value);
  };
  add("device", or_null(p.device));
  add("compute_capability", or_null(p.compute_capability));
  add("driver", or_null(p.driver));
  add("cuda", or_null(p.cuda));
  add("date", or_null(p.date));
  add("methods", methods_text(p));
  if (p.note) add("note", json_string(*p.note));
  return text + fmt::format("{0}  \"reference\": {1}\n{0}}}", indent, or_null(p.reference));
}

std::string map_text(const Layout& layout, const std::string& indent) {
  std::string text = "[";
  const auto map = layout.map();
  for (std::size_t entry = 0; entry < map.size(); ++entry) {
    const bool first_of_thread = entry % static_cast<std::size_t>(layout.values()) == 0;
    if (entry > 0) text += ",";
    text += first_of_thread ? "\n" + indent + "  " : " ";
    text += map[entry] == no_element ? "null" : std::to_string(map[entry]);
  }
  return text + "\n" + indent + "]";
}

std::string layout_text(const Layout& layout, const std::string& indent, bool with_provenance) {
  std::string text = "{\n";
  const auto add = [&](const char* key, const std::string& value, const char* end = ",\n") {
    text += fmt::format("{}  \"{}\": {}{}", indent, key, value, end);
  };
  add("format", json_string(std::string(layout_format)));
  add("kind", json_string(layout.kind()));
  add("rows", std::to_string(layout.rows()));
  add("cols", std::to_string(layout.cols()));
  add("threads", std::to_string(layout.threads()));
  add("values", std::to_string(layout.values()));
  add("element_bits", std::to_string(layout.element_bits()));
  add("replication", std::to_string(layout.replication()));
  if (with_provenance) add("provenance", provenance_text(layout.provenance(), indent + "  "));
  add("map", map_text(layout, indent + "  "), "\n");
  return text + indent + "}";
}

// Returns the provenance that most layouts have; it is written once for the file, and the others carry their own.
const Provenance& common_provenance(std::span<const Layout> layouts) {
  const Layout* best = &layouts.front();
  long most = 0;
  for (const Layout& layout : layouts) {
    const long count = std::count_if(layouts.begin(), layouts.end(),
                                     [&](const Layout& other) { return other.provenance() == layout.provenance(); });
    if (count > most) best = &layout;
    most = std::max(most, count);
  }
  return best->provenance();
}

}  // namespace

std::string to_json(const Layout& layout) { return layout_text(layout, "", true) + "\n"; }

std::string to_json(std::span<const Layout> layouts) {
  if (layouts.empty()) return fmt::format("{{\"format\": \"{}\", \"layouts\": []}}\n", layout_format);
  if (layouts.size() == 1) return to_json(layouts.front());
  const Provenance& common = common_provenance(layouts);
  std::string text = fmt::format("{{\n  \"format\": \"{}\",\n", layout_format);
  text += fmt::format("  \"provenance\": {},\n  \"layouts\": [", provenance_text(common, "  "));
  for (std::size_t i = 0; i < layouts.size(); ++i)
    text += (i > 0 ? ",\n    " : "\n    ") + layout_text(layouts[i], "    ", layouts[i].provenance() != common);
  return text + "\n  ]\n}\n";
}

}  // namespace tcviz::inline gpu_layout
