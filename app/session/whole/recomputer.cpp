#include "app/session/whole/recomputer.hpp"

#include <algorithm>

#include "gpu/source/probe/layout_groups.hpp"

namespace tcviz::inline app_session {

namespace {

std::optional<Map> map_in(const KnownAnswers& known, const std::string& architecture, const std::string& kind) {
  for (const auto& [name, answers] : known) {
    const Result<Layout>* layout = name == architecture && answers ? answers->find(kind) : nullptr;
    if (layout != nullptr && layout->ok()) return Map(layout->value().map().begin(), layout->value().map().end());
  }
  return std::nullopt;
}

void perform_recompute(const RecomputeWork& work, const KnownAnswers& known, const JobContext<Action>& context) {
  context.tell(work(known, [&](const RecomputeProgress& at) {
    context.tell(RecomputeStep{at});
    return !context.stopped();
  }));
}

Action recompute_failed(const KnownAnswers&, const char* why) { return RecomputeEnded{false, false, why}; }

bool older_step(const Action& old, const Action&) { return old.as<RecomputeStep>() != nullptr; }

}  // namespace

RecomputeEnded recompute_here(const KnownAnswers& known, const OnRecompute& progress) {
  bool stopped = false;
  const auto ask = [&](const RecomputeProgress& at) { return !(stopped = !progress(at)); };
  const auto find = [&](const std::string& architecture, const std::string& kind) {
    return map_in(known, architecture, kind);
  };
  const auto all = recompute_every(find, ask);
  if (!all) return {stopped, false, stopped ? "Stopped." : all.error().message};
  const bool good =
      std::ranges::all_of(all.value(), [](const Compared& each) { return each.differ == 0 && each.refused == 0; });
  return {false, good, "Recomputed: " + describe(all.value()) + "."};
}

RecomputeThread recompute_thread(RecomputeWork work, Wake wake) {
  return {[work = std::move(work)](const KnownAnswers& known, const auto& context) {
            perform_recompute(work, known, context);
          },
          recompute_failed, older_step, std::move(wake)};
}

void serve_recompute(Document& document, RecomputeThread& thread) {
  RecomputeState& recompute = document.recompute;
  if (recompute.take_stop()) {
    if (recompute.is_wished()) return apply_action(document, RecomputeEnded{true, false, "Stopped."});
    thread.stop();
  }
  if (!recompute.is_wished()) return;
  apply_action(document, AskCompiled{});
  KnownAnswers known;
  for (const SourceState& source : document.sources) {
    if (source.info.type != SourceClass::Compiled || source.info.slow) continue;
    if (source.busy()) return;
    known.emplace_back(compiled_architecture(source.info), source.answers);
  }
  recompute.take_wish();
  thread.start(std::move(known));
}

}  // namespace tcviz::inline app_session
