#include "app/session/formula/formula_compiler.hpp"

#include <fmt/format.h>

#include "app/session/formula/formula_judge.hpp"
#include "gpu/language/compiler/compiled_text.hpp"

namespace tcviz::inline app_session {
namespace {

std::string headline_of(const CompiledVerdict& found) {
  const Verdict& verdict = found.verdict;
  const std::string by = fmt::format("compiled by {}", found.compiled_by);
  if (verdict.ok()) return fmt::format("right: all {} slots ({})", verdict.slots, by);
  if (verdict.holds())
    return fmt::format("{} is right for all {} slots; {} is missing ({})", verdict.asked_row ? "row" : "col",
                       verdict.slots, verdict.asked_row ? "col" : "row", by);
  return fmt::format("{} of {} slots wrong ({})", verdict.mismatches, verdict.slots, by);
}

Judged judged_of(Result<CompiledVerdict> result) {
  Judged judged;
  if (!result) {
    judged.judgement = Judgement::Unfit;
    judged.may_compile = true;
    judged.headline = result.error().message;
    return judged;
  }
  CompiledVerdict& found = result.value();
  static_cast<VerdictWords&>(judged) = verdict_words(found.verdict);
  if (const auto& undefined = found.verdict.undefined)
    judged.undefined =
        fmt::format("T{} x[{}] has no value: {}", undefined->slot.tid, undefined->slot.i, undefined->message);
  judged.judgement = found.verdict.ok() ? Judgement::Right : found.verdict.holds() ? Judgement::Half : Judgement::Wrong;
  judged.headline = headline_of(found);
  judged.notation =
      fmt::format("compiled by {}{}{}", found.compiled_by, found.reading.empty() ? "" : ", ", found.reading);
  judged.verdict = std::move(found.verdict);
  judged.formulae.push_back(std::move(found.formula));
  return judged;
}

}  // namespace

FormulaCompiler::FormulaCompiler(std::function<void()> wake)
    : thread_(
          [](const Job& job, const auto& context) {
            auto judged = judged_of(judge_compiled({job.text.text, "line", ""}, *job.layout, context.stopped));
            context.tell(TakeCompiled{job.text, job.layout, std::make_shared<const Judged>(std::move(judged))});
          },
          [](const Job& job, const char* why) {
            return TakeCompiled{job.text, job.layout, std::make_shared<const Judged>(judged_of(bad_input(why)))};
          },
          [](const FormulaAction&, const FormulaAction&) { return false; }, std::move(wake)) {}

void FormulaCompiler::start(const FormulaText& text, const Layout& layout) {
  thread_.start({text, std::make_shared<const Layout>(layout)});
}

}  // namespace tcviz::inline app_session
