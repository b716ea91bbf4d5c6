#include "app/session/whole/formula_watch.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/session/whole/action.hpp"
#include "app/session/whole/learning.hpp"

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

// Finds one layout for each map, under the first kind that has it, the chosen source's first.
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

FormulaJobs::FormulaJobs(const std::filesystem::path& folder, const Wake& wake)
    : file_(folder), compiler_(compiler_thread(wake)), repairer_(repairer_thread(wake)) {}

void FormulaJobs::open(Document& document) {
  FormulaFile::Loaded formulae = file_.load();
  if (!formulae.problem.empty()) document.problems.push_back(formulae.problem);
  document.formulae.kept = std::move(formulae.kept);
}

void FormulaJobs::follow(Document& document) {
  if (const auto verdict = watch_.follow(document)) {
    apply_action(document, FormulaAction(*verdict));
    repair(repairer_, document.formula, document.layout(), verdict->judged);
  }
  save(document);
  const Layout* const layout = document.layout();
  if (!document.formulae.compiling.take_wish()) return;
  if (layout == nullptr) return document.formulae.compiling.end();
  compiler_.start({document.formula, std::make_shared<const Layout>(*layout)});
}

void FormulaJobs::save(Document& document) {
  const Result<bool> saved = file_.save(document.formulae.kept);
  if (!saved) apply_action(document, FormulaAction(TellFormula{saved.error().message, true}));
}

void FormulaJobs::keep(Document& document) {
  const Look& look = document.learn.before ? document.learn.before->look : document;
  document.formulae.kept.draft = look.formula.empty() ? SavedFormula{} : SavedFormula{"", look.kind, look.formula};
  save(document);
}

}  // namespace tcviz::inline app_session
