#include "app/cli/kit/one_layout.hpp"

#include <algorithm>
#include <map>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline app_cli {
namespace {

void add_unique(std::vector<std::string>& list, const std::string& word) {
  if (std::ranges::find(list, word) == list.end()) list.push_back(word);
}

// Kinds of the catalogue with these slots, among those that a source has.
std::vector<std::string> kinds_with(LayoutSource& source, int threads, int values) {
  std::vector<std::string> kinds = source.kinds();
  std::erase_if(kinds, [&](const std::string& id) {
    const Kind* kind = find_kind(id);
    return kind == nullptr || kind->threads != threads || kind->values != values;
  });
  return kinds;
}

}  // namespace

Result<OneLayout> one_layout(const TargetArguments& arguments, const Context& context) {
  const Result<Target> target = resolve_target(arguments);
  TCVIZ_TRY(target);
  if (target.value().is_file()) {
    Result<Layout> only = only_layout(target.value());
    TCVIZ_TRY(only);
    return OneLayout{std::move(only).value(), target.value().path};
  }
  Result<OpenedSource> opened = open_source(context, arguments.device, target.value().kind);
  TCVIZ_TRY(opened);
  TCVIZ_TRY(check_known(opened.value(), target.value().kind));
  Result<Layout> layout = layout_of(*opened.value().source, target.value().kind);
  TCVIZ_TRY(layout);
  return OneLayout{std::move(layout).value(), opened.value().source->info().name};
}

std::vector<KnownLayout> known_layouts(const Context& context, int threads, int values) {
  std::vector<KnownLayout> known;
  std::map<std::pair<int, std::vector<std::int32_t>>, std::size_t> places;  // columns and map -> known
  const Sources sources = context.backends.sources(LookFor::Files);
  for (const auto& source : sources.all()) {
    for (KindResult& each : source->layouts(kinds_with(*source, threads, values), {})) {
      if (!each.layout) continue;
      const Layout& layout = each.layout.value();
      const auto [place, is_new] =
          places.try_emplace({layout.cols(), {layout.map().begin(), layout.map().end()}}, known.size());
      if (is_new) known.push_back({layout, {}, {}});
      KnownLayout& entry = known[place->second];
      add_unique(entry.kinds, each.kind);
      if (entry.kinds.front() == each.kind) add_unique(entry.sources, source->info().name);
    }
  }
  return known;
}

}  // namespace tcviz::inline app_cli
