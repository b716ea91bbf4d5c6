#include "app/session/whole/formula_watch.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace tcviz::inline app_session {

std::optional<TakeVerdict> FormulaWatch::follow(const Document& d) {
  std::vector<std::shared_ptr<const Answers>> answers;
  for (const SourceState& source : d.sources) answers.push_back(source.answers);
  const Layout* const layout = d.layout();
  const bool judged = layout == nullptr || d.formulae.judged != nullptr;
  const bool same = followed_ && judged && layout == layout_ && text_ == d.formula && answers == answers_;
  if (same) return std::nullopt;
  if (answers != answers_) meant_for_ = nullptr;
  followed_ = true;
  text_ = d.formula;
  layout_ = layout;
  answers_ = std::move(answers);
  if (layout == nullptr) return TakeVerdict{nullptr};
  if (layout != meant_for_) find_meant(d, *layout);
  return TakeVerdict{judge(text_, *layout, meant_)};
}

// One for each map, under the first kind that has it, the chosen source's first.
void FormulaWatch::find_meant(const Document& d, const Layout& layout) {
  meant_.clear();
  meant_for_ = &layout;
  const auto add = [&](const SourceState& source) {
    if (!source.answers) return;
    for (const KindResult& result : source.answers->results) {
      if (!result.layout.ok()) continue;
      const Layout& other = result.layout.value();
      if (other.threads() != layout.threads() || other.values() != layout.values()) continue;
      const auto known = [&](const MeantLayout& m) { return m.layout->same_map(other); };
      if (std::none_of(meant_.begin(), meant_.end(), known))
        meant_.push_back({&other, fmt::format("{} of {}", result.kind, source.info.name)});
    }
  };
  add(d.chosen());
  for (const SourceState& source : d.sources) add(source);
}

}  // namespace tcviz::inline app_session
