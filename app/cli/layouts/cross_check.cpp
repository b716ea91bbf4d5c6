#include "app/cli/layouts/cross_check.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tcviz::inline app_cli {
namespace {

// Turns "9.0" into "sm_90"; empty if no probe found a layout.
std::string architecture_of(const ProbeReport& report) {
  for (const KindReport& kind : report.kinds) {
    if (!kind.layout || !kind.layout.value().provenance().compute_capability) continue;
    std::string digits = *kind.layout.value().provenance().compute_capability;
    std::erase(digits, '.');
    return "sm_" + digits;
  }
  return {};
}

std::string word_for(LayoutSource& source, const Layout& live) {
  const auto other = layout_of(source, live.kind());
  if (!other) return "-";
  return other.value().same_map(live) ? "equal" : "DIFFERS";
}

std::vector<LayoutSource*> others(const Sources& sources, const std::string& architecture) {
  std::vector<LayoutSource*> found;
  for (const auto& source : sources.all()) {
    const bool live = source->info().type == SourceClass::Gpu;
    // A document about instructions is about every architecture.
    const bool is_about = source->info().name.ends_with(":" + architecture) || source->info().name == "documented:ptx";
    if (!live && is_about) found.push_back(source.get());
  }
  return found;
}

}  // namespace

CrossCheck cross_check(const ProbeReport& report, const Sources& sources) {
  CrossCheck check;
  const auto found = others(sources, architecture_of(report));
  for (const LayoutSource* source : found) check.sources.push_back(source->info().name);
  for (const KindReport& kind : report.kinds) {
    if (!kind.layout) continue;
    check.kinds.push_back(kind.kind);
    check.words.emplace_back();
    for (LayoutSource* source : found) check.words.back().push_back(word_for(*source, kind.layout.value()));
    check.differing += static_cast<int>(std::ranges::count(check.words.back(), "DIFFERS"));
  }
  return check;
}

Table table_of(const CrossCheck& check) {
  Table table{{"kind"}, {}, {}};
  table.header.insert(table.header.end(), check.sources.begin(), check.sources.end());
  for (std::size_t at = 0; at < check.kinds.size(); ++at) {
    table.rows.push_back({check.kinds[at]});
    table.rows.back().insert(table.rows.back().end(), check.words[at].begin(), check.words[at].end());
  }
  return table;
}

nlohmann::ordered_json json_of(const CrossCheck& check) {
  nlohmann::ordered_json json = {{"sources", check.sources}, {"kinds", nlohmann::ordered_json::array()}};
  for (std::size_t at = 0; at < check.kinds.size(); ++at) {
    nlohmann::ordered_json kind = {{"kind", check.kinds[at]}};
    for (std::size_t s = 0; s < check.sources.size(); ++s) kind[check.sources[s]] = check.words[at][s];
    json["kinds"].push_back(kind);
  }
  return json;
}

std::string summary_of(const CrossCheck& check) {
  std::string text;
  for (std::size_t s = 0; s < check.sources.size(); ++s) {
    int equal = 0, differ = 0;
    for (const auto& words : check.words) equal += words[s] == "equal", differ += words[s] == "DIFFERS";
    text += fmt::format("{}{}: {} equal, {} differ", s == 0 ? "" : "; ", check.sources[s], equal, differ);
  }
  return text.empty() ? "no other source knows this architecture" : text;
}

}  // namespace tcviz::inline app_cli
