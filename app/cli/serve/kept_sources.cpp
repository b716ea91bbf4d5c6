#include "app/cli/serve/kept_sources.hpp"

#include <map>
#include <memory>
#include <utility>

#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_cli {
namespace {

// The number of layouts that are kept: reading one again takes longer than to check a formula on it.
constexpr std::size_t most_layouts = 256;

struct KeptSource {
  LayoutSource* source = nullptr;  // owned by Kept
  std::map<std::string, Layout> layouts;

  KindResult answer(const std::string& kind) {
    if (const auto known = layouts.find(kind); known != layouts.end()) return {kind, known->second};
    KindResult fresh{kind, layout_of(*source, kind)};
    if (!fresh.layout) return fresh;
    if (layouts.size() == most_layouts) layouts.clear();
    layouts.emplace(kind, fresh.layout.value());
    return fresh;
  }
};

class PassedOn final : public LayoutSource {
 public:
  explicit PassedOn(std::shared_ptr<KeptSource> kept) : kept_(std::move(kept)) {}

  const SourceInfo& info() const override { return kept_->source->info(); }
  std::vector<std::string> kinds() const override { return kept_->source->kinds(); }

  // Asks a GPU anew each time, since only its present answer counts.
  std::vector<KindResult> layouts(std::span<const std::string> kinds, const Progress& progress) override {
    if (info().type == SourceClass::Gpu) return kept_->source->layouts(kinds, progress);
    std::vector<KindResult> results;
    for (const std::string& kind : kinds) results.push_back(kept_->answer(kind));
    return results;
  }

  Result<ProbeReport> probe(std::span<const std::string> kinds, const Progress& progress) override {
    return kept_->source->probe(kinds, progress);
  }

 private:
  std::shared_ptr<KeptSource> kept_;
};

struct Kept {
  explicit Kept(Sources found) : sources(std::move(found)) {
    for (const auto& source : sources.all()) all.push_back(std::make_shared<KeptSource>(KeptSource{source.get(), {}}));
  }
  Sources sources;
  std::vector<std::shared_ptr<KeptSource>> all;
};

Sources list_of(const Kept& kept) {
  Sources list;
  for (const auto& source : kept.all) list.add(std::make_unique<PassedOn>(source));
  for (const std::string& problem : kept.sources.problems()) list.add_problem(problem);
  list.set_absence(kept.sources.gpu_absence());
  return list;
}

}  // namespace

std::function<Sources(LookFor)> keep_sources(std::function<Sources(LookFor)> find) {
  const auto kept = std::make_shared<std::map<LookFor, Kept>>();
  return [kept, find = std::move(find)](LookFor what) {
    auto found = kept->find(what);
    if (found == kept->end()) found = kept->emplace(what, Kept(find(what))).first;
    return list_of(found->second);
  };
}

}  // namespace tcviz::inline app_cli
