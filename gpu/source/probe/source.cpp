#include "gpu/source/probe/source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gpu/layout/characters.hpp"
#include "gpu/layout/known_gpus.hpp"
#include "gpu/layout/nearest.hpp"
#include "gpu/source/device/device_name.hpp"

namespace tcviz::inline gpu_probe {
namespace {

class FileSource final : public LayoutSource {
 public:
  FileSource(SourceInfo info, std::vector<Layout> layouts) : info_(std::move(info)), layouts_(std::move(layouts)) {}

  const SourceInfo& info() const override { return info_; }

  // Returns the ids in catalogue order, then kinds that the catalogue does not know, in file order.
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

// Returns "compiled:sm_80" for "A100"; empty if no GPU has that name.
std::string compiled_for(std::string_view gpu) {
  const auto architecture = architecture_of_gpu(gpu);
  return architecture ? fmt::format("compiled:sm_{}", *architecture) : "";
}

// True for sm_80, the architecture of a compiled or published source.
bool is_architecture(std::string_view name) {
  return name.starts_with("sm_") && number_in<int>(name.substr(3)).has_value();
}

// True for A1000: letters and digits, as products of NVIDIA are called.
bool may_be_product(std::string_view name) {
  const auto legal = [](char c) { return is_digit(c) || is_letter(c) || c == ' ' || c == '-'; };
  return !name.empty() && is_letter(name.front()) && !name.starts_with("sm") && std::ranges::all_of(name, legal) &&
         std::ranges::any_of(name, is_digit);
}

// True if some machine may have a device or source of this name.
bool may_be_device(std::string_view name) {
  const std::size_t colon = std::min(name.find(':'), name.size());
  const std::string_view type = name.substr(0, colon), rest = name.substr(std::min(colon + 1, name.size()));
  if (type == "cuda") return gpu_ordinal(name).has_value();
  if (type == "compiled" || type == "published") return is_architecture(rest);
  return type == "recorded" || type == "documented" ? !rest.empty() : may_be_product(name);
}

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
  if (LayoutSource* const source = named(name)) return source;
  // "A100" means the layouts that the compiler makes for it; a GPU of this machine is cuda:0.
  if (const std::string compiled = compiled_for(name); !compiled.empty())
    if (LayoutSource* const source = named(compiled)) return source;
  if (!may_be_device(name))
    return bad_input(
        fmt::format("`{}` is no device: write cuda:0, recorded:sm_90, compiled:sm_80 or the name of a GPU such as A100."
                    "{} `tcviz devices` lists all.",
                    name, did_you_mean(name)));
  if (name.starts_with("cuda:") && !absence_.reason.empty())
    return unavailable(fmt::format("no device `{}` here: {}, or use `{}`", name, absence_.reason, default_name()));
  return unavailable(fmt::format("no device `{}` here.{} `tcviz devices` lists all.", name, did_you_mean(name)));
}

LayoutSource* Sources::named(std::string_view name) const {
  for (const auto& source : sources_)
    if (source->info().name == name) return source.get();
  return nullptr;
}

// Returns a sentence with the nearest names among sources and what people call the architectures of compiled ones: one
// of those says enough.
std::string Sources::did_you_mean(std::string_view name) const {
  constexpr std::size_t most = 3;
  std::vector<std::string_view> names;
  for (const auto& source : sources_) names.push_back(source->info().name);
  for (const std::string_view gpu : gpu_names())
    if (named(compiled_for(gpu)) != nullptr) names.push_back(gpu);
  const std::vector<std::string_view> nearest = meant_words(name, names, most);
  if (nearest.empty()) return "";
  if (const std::string compiled = compiled_for(nearest.front()); !compiled.empty())
    return fmt::format(" Did you mean {} ({})?", nearest.front(), compiled);
  return fmt::format(" Did you mean {}?", fmt::join(nearest, " or "));
}

std::unique_ptr<LayoutSource> make_file_source(std::string name, SourceClass type, std::vector<Layout> layouts) {
  std::string description = layouts.empty() ? "no layouts" : describe(layouts.front().provenance());
  if (layouts.size() > 1) description = fmt::format("{} kinds, {}", layouts.size(), description);
  return std::make_unique<FileSource>(SourceInfo{std::move(name), type, std::move(description)}, std::move(layouts));
}

}  // namespace tcviz::inline gpu_probe
