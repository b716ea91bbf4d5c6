#include "app/session/formula/formula_threads.hpp"

#include <fmt/format.h>

#include <thread>
#include <utility>

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

void compile(const FormulaJob& job, const JobContext<FormulaAction>& context) {
  auto judged = judged_of(judge_compiled({job.text.text, "line", ""}, *job.layout, context.stopped));
  context.tell(TakeCompiled{job.text, job.layout, std::make_shared<const Judged>(std::move(judged))});
}

// The wait before repairs are searched: they are not read between two letters, and the processors are needed to show
// the letters.
constexpr std::chrono::milliseconds after_the_last_letter(120), slice(10);

void find_repairs(const FormulaJob& job, const JobContext<FormulaAction>& context) {
  for (auto waited = slice; waited <= after_the_last_letter; waited += slice) {
    if (context.stopped()) return;
    std::this_thread::sleep_for(slice);
  }
  std::vector<FormulaRepair> repairs = repairs_of(job.text, *job.layout, job.judged->verdict);
  if (!repairs.empty() && !context.stopped()) context.tell(TakeRepairs{job.judged, std::move(repairs)});
}

}  // namespace

FormulaThread compiler_thread(std::function<void()> wake) {
  const auto failed = [](const FormulaJob& job, const char* why) -> FormulaAction {
    return TakeCompiled{job.text, job.layout, std::make_shared<const Judged>(judged_of(bad_input(why)))};
  };
  return {compile, failed, [](const FormulaAction&, const FormulaAction&) { return false; }, std::move(wake)};
}

FormulaThread repairer_thread(std::function<void()> wake) {
  const auto failed = [](const FormulaJob& job, const char*) -> FormulaAction { return TakeRepairs{job.judged, {}}; };
  return {find_repairs, failed, [](const FormulaAction&, const FormulaAction&) { return true; }, std::move(wake)};
}

void repair(FormulaThread& thread, const FormulaText& text, const Layout* layout,
            std::shared_ptr<const Judged> judged) {
  thread.stop();
  thread.take_back([](const FormulaJob&) { return true; });
  // A verdict on an inverse, which has no repairs, was asked nothing slot by slot.
  const bool wrong = judged && judged->judgement == Judgement::Wrong && judged->verdict.slots > 0;
  if (wrong && layout != nullptr) thread.start({text, std::make_shared<const Layout>(*layout), std::move(judged)});
}

}  // namespace tcviz::inline app_session
