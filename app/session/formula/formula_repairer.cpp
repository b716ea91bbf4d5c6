#include "app/session/formula/formula_repairer.hpp"

#include <thread>
#include <utility>

#include "app/session/formula/formula_judge.hpp"

namespace tcviz::inline app_session {
namespace {

// Nobody reads repairs between two letters, and the processors are needed to show them.
constexpr std::chrono::milliseconds after_the_last_letter(120), slice(10);

}  // namespace

FormulaRepairer::FormulaRepairer(std::function<void()> wake)
    : thread_(
          repair,
          [](const Job& job, const char*) {
            return TakeRepairs{job.judged, {}};
          },
          [](const FormulaAction&, const FormulaAction&) { return true; }, std::move(wake)) {}

void FormulaRepairer::repair(const Job& job, const JobContext<FormulaAction>& context) {
  for (auto waited = slice; waited <= after_the_last_letter; waited += slice) {
    if (context.stopped()) return;
    std::this_thread::sleep_for(slice);
  }
  std::vector<FormulaRepair> repairs = repairs_of(job.text, *job.layout, job.judged->verdict);
  if (!repairs.empty() && !context.stopped()) context.tell(TakeRepairs{job.judged, std::move(repairs)});
}

void FormulaRepairer::start(const FormulaText& text, const Layout* layout, std::shared_ptr<const Judged> judged) {
  thread_.stop();
  thread_.take_back([](const Job&) { return true; });
  // A verdict on an inverse, which has no repairs, was asked nothing slot by slot.
  const bool wrong = judged && judged->judgement == Judgement::Wrong && judged->verdict.slots > 0;
  if (wrong && layout != nullptr) thread_.start({text, std::make_shared<const Layout>(*layout), std::move(judged)});
}

}  // namespace tcviz::inline app_session
