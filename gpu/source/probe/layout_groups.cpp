#include "gpu/source/probe/layout_groups.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tcviz::inline gpu_probe {
namespace {

constexpr std::string_view prefix = "compiled:";

std::vector<LayoutSource*> compiled_sources(const Sources& sources) {
  std::vector<LayoutSource*> found;
  for (const auto& source : sources.all()) {
    if (source->info().type == SourceClass::Compiled) found.push_back(source.get());
  }
  const auto name = [](const LayoutSource* source) { return compiled_architecture(source->info()); };
  std::sort(found.begin(), found.end(), [&](const auto* a, const auto* b) { return older(name(a), name(b)); });
  return found;
}

// Returns "sm_80 to sm_90", or the one architecture, for a group that has nothing between its architectures among all
// that have the kind.
std::string range_of(const LayoutGroup& group) {
  const auto& list = group.architectures;
  return list.size() == 1 ? list.front() : fmt::format("{} to {}", list.front(), list.back());
}

// True if groups do not interleave: each begins after the end of the one before it.
bool in_sequence(const std::vector<LayoutGroup>& groups) {
  for (std::size_t at = 1; at < groups.size(); ++at) {
    const std::string &end = groups[at - 1].architectures.back(), &begin = groups[at].architectures.front();
    if (older(begin, end)) return false;
  }
  return true;
}

std::string describe_groups(const std::vector<LayoutGroup>& groups) {
  if (groups.empty()) return "no architecture has it";
  if (groups.size() == 1) return fmt::format("the same from {}", range_of(groups.front()));
  std::string text;
  for (std::size_t at = 0; at < groups.size(); ++at) {
    const auto& list = groups[at].architectures;
    if (!in_sequence(groups))
      text += fmt::format("{}layout {}: {}", at == 0 ? "" : "; ", at + 1, fmt::join(list, " "));
    else if (at == 0)
      text += fmt::format("the same up to {}", list.back());
    else
      text += fmt::format(", another from {}{}", list.front(), at + 1 == groups.size() ? " on" : "");
  }
  return text;
}

}  // namespace

std::string compiled_architecture(const SourceInfo& source) { return source.name.substr(prefix.size()); }

bool older(const std::string& first, const std::string& other) {
  return std::make_pair(first.size(), std::string_view(first)) < std::make_pair(other.size(), std::string_view(other));
}

void add_architecture(KindGroups& groups, const std::string& architecture, std::shared_ptr<const Layout> layout) {
  if (layout == nullptr) return groups.lacking.push_back(architecture);
  const auto same = std::find_if(groups.groups.begin(), groups.groups.end(),
                                 [&](const LayoutGroup& group) { return group.layout->same_map(*layout); });
  if (same != groups.groups.end()) return same->architectures.push_back(architecture);
  groups.groups.push_back({std::move(layout), {architecture}});
}

std::vector<std::string> compiled_architectures(const Sources& sources) {
  std::vector<std::string> names;
  for (const LayoutSource* source : compiled_sources(sources)) names.push_back(compiled_architecture(source->info()));
  return names;
}

KindGroups group_architectures(const Sources& sources, const std::string& kind) {
  KindGroups result{kind, {}, {}};
  for (LayoutSource* source : compiled_sources(sources)) {
    auto layout = layout_of(*source, kind);
    std::shared_ptr<const Layout> known;
    if (layout) known = std::make_shared<const Layout>(std::move(layout).value());
    add_architecture(result, compiled_architecture(source->info()), std::move(known));
  }
  return result;
}

int group_of(const KindGroups& groups, const std::string& architecture) {
  for (std::size_t at = 0; at < groups.groups.size(); ++at) {
    const auto& list = groups.groups[at].architectures;
    if (std::find(list.begin(), list.end(), architecture) != list.end()) return static_cast<int>(at);
  }
  return -1;
}

std::string describe(const KindGroups& groups) {
  std::string text = describe_groups(groups.groups);
  if (!groups.groups.empty() && !groups.lacking.empty()) {
    text += fmt::format("; not in {}", fmt::join(groups.lacking, ", "));
  }
  return text;
}

}  // namespace tcviz::inline gpu_probe
