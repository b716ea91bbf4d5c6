#include "app/session/whole/document.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "gpu/layout/product.hpp"

namespace tcviz::inline app_session {

std::vector<std::string> Document::kinds_shown() const {
  if (view == ViewMode::Comparison) return {kind, other_kind.empty() ? kind : other_kind};
  if (view != ViewMode::Product) return {kind};
  const std::optional<Product> product = product_of(kind);
  if (!product) return {};
  return product->ids();
}

std::size_t Document::chosen_of(int shown) const {
  const bool other = view == ViewMode::Comparison && shown == 1 && other_source && *other_source < sources.size();
  return other ? *other_source : source;
}

const SourceState& Document::source_of(int shown) const {
  if (view != ViewMode::Product) {
    const bool other = view == ViewMode::Comparison && shown == 1 && !other_kind.empty();
    return sources[best_source(sources, chosen_of(shown), other ? other_kind : kind)];
  }
  const std::vector<std::string> kinds = kinds_shown();
  const auto at = static_cast<std::size_t>(shown);
  return sources[best_source(sources, chosen_of(shown), at < kinds.size() ? kinds[at] : kind)];
}

std::vector<const Layout*> Document::layouts() const {
  std::vector<const Layout*> found;
  for (const std::string& id : kinds_shown()) {
    found.push_back(best_layout(sources, chosen_of(static_cast<int>(found.size())), id));
    if (found.back() == nullptr) return {};
  }
  return found;
}

namespace {

// Returns the sources that know all of `kinds`.
std::vector<std::size_t> sources_showing(const Document& document, const std::vector<std::string>& kinds) {
  std::vector<std::size_t> found;
  for (std::size_t s = 0; s < document.sources.size(); ++s) {
    const auto knows = [&](const std::string& kind) { return document.sources[s].layout(kind) != nullptr; };
    if (std::all_of(kinds.begin(), kinds.end(), knows)) found.push_back(s);
  }
  return found;
}

NoLayout not_asked(const SourceState& source) {
  const std::string& name = source.info.name;
  if (source.busy() && source.stop_wanted) {
    return {"Stopping", fmt::format("{} is asked to stop; it ends after the kernel that runs now.", name),
            NoLayout::Remedy::None};
  }
  if (source.busy()) return {fmt::format("Asking {}", name), source.info.description, NoLayout::Remedy::Wait};
  const char* reason = source.stage == Stage::Stopped ? "The probe was stopped before it came to this kind."
                                                      : "This source has not been asked yet.";
  return {"Not probed yet", reason, NoLayout::Remedy::Ask};
}

NoLayout why_not(const Document& document, const SourceState& source, const std::string& kind) {
  const Result<Layout>* answer = source.answers ? source.answers->find(kind) : nullptr;
  const bool product = document.view == ViewMode::Product;
  const std::vector<std::string> wanted = product ? document.kinds_shown() : std::vector{kind};
  if (answer != nullptr) {
    const bool stopped = source.stage == Stage::Stopped;
    return {"Not probed on this device", answer->ok() ? "" : answer->error().message,
            stopped ? NoLayout::Remedy::Ask : NoLayout::Remedy::ChooseOther, sources_showing(document, wanted)};
  }
  if (source.can_answer(kind)) return not_asked(source);
  const bool device = source.info.type == SourceClass::Gpu || source.info.type == SourceClass::Recorded;
  return {device ? "Not probed on this device" : "Not stated by this source",
          fmt::format("{} holds no layout of {}.", source.info.name, kind), NoLayout::Remedy::ChooseOther,
          sources_showing(document, wanted)};
}

// Returns the fragment of WMMA that has the operand and the type of a kind; null if there is none.
const Kind* like_in_wmma(const Kind& kind) {
  constexpr Shape usual{16, 16, 16};
  const std::span<const Kind> all = catalogue(Family::Wmma);
  const auto at = std::find_if(all.begin(), all.end(), [&](const Kind& each) {
    return each.shape == usual && each.operand == kind.operand && each.type == kind.type;
  });
  return at == all.end() ? nullptr : &*at;
}

// Says that an architecture lacks a kind, and which has it; in a comparison, offers a kind that both sides have.
void say_lacked(const Document& document, int shown, const std::string& id, NoLayout& why) {
  const auto lacked = lacked_kind(document.sources, document.chosen_of(shown), id);
  if (!lacked) return;
  why.title = fmt::format("{} has no {}", lacked->gpu, id);
  why.reason = fmt::format("The {} architecture with it is {}.", lacked->only ? "only" : "first", lacked->first);
  why.remedy = NoLayout::Remedy::ChooseOther;
  if (lacked->source) {
    std::erase(why.others, *lacked->source);
    why.others.insert(why.others.begin(), *lacked->source);
  }
  const Kind* const both = document.view == ViewMode::Comparison ? like_in_wmma(*find_kind(id)) : nullptr;
  const auto knows = [&](int side) { return document.sources[document.chosen_of(side)].can_answer(both->id); };
  if (both != nullptr && knows(0) && knows(1)) why.kind_of_both = both->id;
}

// Names the layout that is missing, of several: "B of the product: ".
std::string missing_part(ViewMode view, const std::string& kind, std::size_t at) {
  constexpr std::array<const char*, 4> operands = {"A", "B", "The accumulator", "The metadata"};
  const Kind* const known = find_kind(kind);
  const std::size_t part = known == nullptr ? at : static_cast<std::size_t>(known->operand);
  if (view == ViewMode::Product) return fmt::format("{} of the product", operands.at(part));
  return view == ViewMode::Comparison ? (at == 0 ? "The left side" : "The right side") : "";
}

// Joins the part, its kind if the reason does not say it, and the reason.
std::string reason_of(const std::string& part, const std::string& kind, const std::string& reason) {
  if (part.empty()) return reason;
  if (reason.find(kind) != std::string::npos) return fmt::format("{}: {}", part, reason);
  return fmt::format("{}, {}: {}", part, kind, reason);
}

}  // namespace

NoLayout why_no_layout(const Document& document) {
  const std::vector<std::string> kinds = document.kinds_shown();
  if (kinds.empty()) {
    const std::string family = document.kind.substr(0, document.kind.find('.'));
    const Kind* const kind = find_kind(document.kind);
    const bool loads = kind != nullptr && kind->operand != Operand::A && kind->operand != Operand::B &&
                       kind->operand != Operand::Accumulator;
    return {"No product", loads ? fmt::format("{} moves a fragment; it has no A \u00d7 B = C.", family)
                                : fmt::format("{} is not part of a matrix product that is known here.", document.kind)};
  }
  std::size_t at = 0;
  while (at + 1 < kinds.size() && document.source_of(static_cast<int>(at)).layout(kinds[at]) != nullptr) ++at;
  NoLayout why = why_not(document, document.source_of(static_cast<int>(at)), kinds[at]);
  say_lacked(document, static_cast<int>(at), kinds[at], why);
  why.reason = reason_of(missing_part(document.view, kinds[at], at), kinds[at], why.reason);
  why.shown = static_cast<int>(at);
  return why;
}

}  // namespace tcviz::inline app_session
