#include "app/session/base/best_source.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/layout/instruction.hpp"
#include "gpu/layout/known_gpus.hpp"

namespace tcviz::inline app_session {
namespace {

constexpr std::string_view manual = "documented:ptx";

bool is_about_a_gpu(const SourceState& source) {
  const SourceClass type = source.info.type;
  return type == SourceClass::Gpu || type == SourceClass::Recorded || type == SourceClass::Compiled;
}

bool is_measured(const SourceState& source) {
  return source.info.type == SourceClass::Gpu || source.info.type == SourceClass::Recorded;
}

// Returns the provenance of a layout that the source has measured; null if it has none.
const Provenance* measured(const SourceState& source) {
  if (!source.answers || !is_measured(source)) return nullptr;
  for (const KindResult& result : source.answers->results)
    if (result.layout.ok() && result.layout.value().provenance().device) return &result.layout.value().provenance();
  return nullptr;
}

std::string_view first_gpu(ComputeCapability architecture) {
  std::string_view gpus = known_gpus(architecture);
  if (const std::size_t colon = gpus.find(": "); colon != std::string_view::npos) gpus.remove_prefix(colon + 2);
  return gpus.substr(0, gpus.find(','));
}

std::string without_maker(std::string device) {
  for (const std::string_view maker : {"NVIDIA ", "Tesla ", "GeForce "})
    if (device.starts_with(maker)) device.erase(0, maker.size());
  return device;
}

// Returns "H200" of the GPU that was measured, or the first product of the architecture.
std::string gpu_of(const SourceState& source, ComputeCapability architecture) {
  const Provenance* const p = measured(source);
  return p != nullptr ? without_maker(*p->device) : std::string(first_gpu(architecture));
}

bool tells(const SourceState& source, std::string_view kind) {
  return source.can_answer(kind) || source.layout(kind) != nullptr;
}

// Names a GPU that has measured the layout as the manual states it.
std::string measured_on(SourceStates sources, const Layout& stated) {
  for (const SourceState& source : sources) {
    const bool may = is_measured(source) && !source.from_file;
    const Layout* const layout = may ? source.layout(stated.kind()) : nullptr;
    if (layout != nullptr && layout->provenance().device && layout->same_map(stated))
      return without_maker(*layout->provenance().device);
  }
  return {};
}

std::string_view article_of(std::string_view name) {
  constexpr std::string_view spoken_with_a_vowel = "AEFHILMNORSX8";
  return !name.empty() && spoken_with_a_vowel.find(name.front()) != std::string_view::npos ? "an" : "a";
}

}  // namespace

std::optional<ComputeCapability> architecture_of(const SourceState& source) {
  if (source.from_file) return std::nullopt;
  const Provenance* const p = measured(source);
  if (p != nullptr && p->compute_capability) return read_architecture(*p->compute_capability);
  const std::string_view name = source.info.name;
  const std::size_t at = name.find("sm_");
  return at == std::string_view::npos ? std::nullopt : read_architecture(name.substr(at + 3));
}

std::string title_of(const SourceState& source) {
  const auto architecture = is_about_a_gpu(source) ? architecture_of(source) : std::nullopt;
  const std::string gpu = architecture ? gpu_of(source, *architecture) : std::string();
  if (gpu.empty()) return source.info.name;
  return gpu.find("sm_") != std::string::npos ? gpu : fmt::format("{} \u00b7 sm_{}", gpu, *architecture);
}

std::size_t best_source(SourceStates sources, std::size_t chosen, std::string_view id) {
  if (tells(sources[chosen], id)) return chosen;
  const auto architecture = architecture_of(sources[chosen]);
  const Kind* const kind = find_kind(id);
  if (!architecture || kind == nullptr || !has_instruction(*kind, *architecture)) return chosen;
  for (std::size_t s = 0; s < sources.size(); ++s)
    if (is_about_a_gpu(sources[s]) && architecture_of(sources[s]) == architecture && sources[s].layout(id) != nullptr)
      return s;
  for (std::size_t s = 0; s < sources.size(); ++s)
    if (sources[s].info.name == manual && sources[s].layout(id) != nullptr) return s;
  return chosen;
}

const Layout* best_layout(SourceStates sources, std::size_t chosen, std::string_view id) {
  return sources[best_source(sources, chosen, id)].layout(id);
}

std::string why_best(SourceStates sources, std::size_t chosen, std::string_view id) {
  const std::size_t best = best_source(sources, chosen, id);
  if (best == chosen) return {};
  if (sources[best].info.name != manual) return fmt::format("as {} knows it", sources[best].info.name);
  const Kind& kind = *find_kind(id);
  const std::string gpu = measured_on(sources, *sources[best].layout(id));
  return fmt::format("as the PTX manual states for {}{}{}", first_architecture(kind),
                     kind.one_generation ? "" : " and later",
                     gpu.empty() ? std::string() : fmt::format("; measured on {} {}", article_of(gpu), gpu));
}

std::optional<LackedKind> lacked_kind(SourceStates sources, std::size_t chosen, std::string_view id) {
  const auto architecture = architecture_of(sources[chosen]);
  const Kind* const kind = find_kind(id);
  if (!architecture || kind == nullptr || has_instruction(*kind, *architecture)) return std::nullopt;
  const std::string gpu = gpu_of(sources[chosen], *architecture);
  LackedKind lacked{gpu.empty() ? fmt::format("sm_{}", *architecture) : gpu, first_architecture(*kind),
                    kind->one_generation, std::nullopt};
  for (std::size_t s = 0; s < sources.size() && !lacked.source; ++s)
    if (is_about_a_gpu(sources[s]) && architecture_of(sources[s]) == kind->since) lacked.source = s;
  return lacked;
}

}  // namespace tcviz::inline app_session
