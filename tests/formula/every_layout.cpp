#include "tests/formula/every_layout.hpp"

#include <filesystem>
#include <memory>
#include <set>

#include "gpu/layout/file.hpp"
#include "gpu/layout/layout_file.hpp"
#include "gpu/source/probe/compiled/compiled_file.hpp"
#include "gpu/source/probe/compiled/compiled_source.hpp"

namespace tcviz {
namespace {

struct File {
  const char *name, *device;
};
constexpr File files[] = {{"sm_90.json", "recorded:sm_90"},
                          {"published_sm_70.json", "published:sm_70"},
                          {"published_sm_75.json", "published:sm_75"},
                          {"published_sm_80.json", "published:sm_80"}};

void add_compiled(const std::filesystem::path& path, std::vector<SourcedLayout>& all) {
  const auto text = read_file(path);
  if (!text) return;
  auto table = parse_compiled(text.value());
  if (!table) return;
  for (const auto& source : make_compiled_sources(std::make_shared<const CompiledTable>(std::move(table).value())))
    for (KindResult& each : source->layouts(source->kinds(), {}))
      if (each.layout) all.push_back({source->info().name, each.layout.value()});
}

}  // namespace

std::vector<SourcedLayout> every_layout(const std::string& folder) {
  std::vector<SourcedLayout> all;
  for (const File& file : files) {
    auto layouts = read_layouts(std::filesystem::path(folder) / file.name);
    if (!layouts) continue;
    for (Layout& layout : layouts.value())  // of WMMA: the manual's own formulae of the others are read elsewhere
      if (layout.kind().starts_with("wmma.")) all.push_back({file.device, std::move(layout)});
  }
  add_compiled(std::filesystem::path(folder) / "compiled.json", all);
  return all;
}

std::vector<SourcedLayout> every_distinct_layout(const std::string& folder) {
  std::vector<SourcedLayout> all = every_layout(folder), distinct;
  std::set<std::pair<std::string, std::vector<std::int32_t>>> seen;
  for (SourcedLayout& each : all)
    if (seen.emplace(each.layout.kind(), std::vector(each.layout.map().begin(), each.layout.map().end())).second)
      distinct.push_back(std::move(each));
  return distinct;
}

}  // namespace tcviz
