#include "gpu/probe/source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gpu/probe/known_gpus.hpp"

namespace tcviz {
namespace {

class FileSource final : public LayoutSource {
 public:
  FileSource(SourceInfo info, std::vector<Layout> layouts) : info_(std::move(info)), layouts_(std::move(layouts)) {}

  const SourceInfo& info() const override { return info_; }

  // In catalogue order, then kinds that the catalogue does not know, in file order.
  std::vector<std::string> kinds() const override {
    std::vector<std::string> ids;
    for (const Kind& kind : catalogue()) {
      if (find(kind.id) != nullptr) ids.emplace_back(kind.id);
    }
    for (const Layout& layout : layouts_) {
      if (find_kind(layout.kind()) == nullptr) ids.push_back(layout.kind());
    }
    return ids;
  }

  std::vector<KindResult> layouts(std::span<const std::string> kinds, const Progress&) override {
    std::vector<KindResult> results;
    for (const std::string& kind : kinds) results.push_back({kind, answer(kind)});
    return results;
  }

 private:
  const Layout* find(std::string_view kind) const {
    const auto found =
        std::find_if(layouts_.begin(), layouts_.end(), [&](const Layout& l) { return l.kind() == kind; });
    return found == layouts_.end() ? nullptr : &*found;
  }

  Result<Layout> answer(const std::string& kind) const {
    if (const Layout* layout = find(kind)) return *layout;
    return unavailable(fmt::format("{} does not know {}", info_.name, kind));
  }

  SourceInfo info_;
  std::vector<Layout> layouts_;
};

}  // namespace

Result<ProbeReport> LayoutSource::probe(std::span<const std::string>, const Progress&) {
  return unavailable(fmt::format("{} is not a GPU: only a GPU can be probed, use `--device cuda:0`", info().name));
}

Result<Layout> layout_of(LayoutSource& source, const std::string& kind) {
  auto results = source.layouts(std::span(&kind, 1), {});
  return std::move(results.front().layout);
}

void Sources::add(std::unique_ptr<LayoutSource> source) { sources_.push_back(std::move(source)); }

std::string Sources::default_name() const {
  for (const auto& source : sources_) {
    if (source->info().type == SourceClass::Gpu) return source->info().name;
  }
  return "recorded:sm_90";
}

std::string Sources::default_name(std::string_view kind) const {
  const std::string usual = default_name();
  const auto knows = [&](const auto& source) {
    const std::vector<std::string> kinds = source->kinds();
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  for (const auto& source : sources_)
    if (source->info().name == usual && knows(source)) return usual;
  for (const auto& source : sources_)
    if (source->info().type == SourceClass::Documented && knows(source)) return source->info().name;
  return usual;
}

Result<LayoutSource*> Sources::find(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const auto& source : sources_) {
    if (source->info().name == name) return source.get();
    names.push_back(source->info().name);
  }
  // "A100" means what the compiler makes for it; a GPU that is here is cuda:0.
  if (const auto architecture = architecture_of_gpu(name)) {
    const std::string compiled = fmt::format("compiled:sm_{}", *architecture);
    for (const auto& source : sources_)
      if (source->info().name == compiled) return source.get();
  }
  std::string message = fmt::format("no device named `{}` here", name);
  if (name.starts_with("cuda:") && !absence_.reason.empty())
    message += fmt::format(": {}, or use `{}`", absence_.reason, default_name());
  const auto nearest = nearest_words(name, names, names.size());
  return unavailable(fmt::format("{}; the devices here are {}", message, fmt::join(nearest, ", ")));
}

std::unique_ptr<LayoutSource> make_file_source(std::string name, SourceClass type, std::vector<Layout> layouts) {
  std::string description = layouts.empty() ? "no layouts" : describe(layouts.front().provenance());
  if (layouts.size() > 1) description = fmt::format("{} kinds, {}", layouts.size(), description);
  return std::make_unique<FileSource>(SourceInfo{std::move(name), type, std::move(description)}, std::move(layouts));
}

}  // namespace tcviz
