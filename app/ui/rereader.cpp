#include "app/ui/rereader.hpp"

#include <algorithm>
#include <exception>

namespace tcviz {

namespace {

std::optional<Map> map_in(const KnownAnswers& known, const std::string& architecture, const std::string& kind) {
  for (const auto& [name, answers] : known) {
    const Result<Layout>* layout = name == architecture && answers ? answers->find(kind) : nullptr;
    if (layout != nullptr && layout->ok()) return Map(layout->value().map().begin(), layout->value().map().end());
  }
  return std::nullopt;
}

void reread(const RereadWork& work, const KnownAnswers& known, const JobContext<Action>& context) {
  RereadEnded ended;
  try {
    ended = work(known, [&](const RereadProgress& at) {
      context.tell(RereadStep{at});
      return !context.stopped();
    });
  } catch (const std::exception& error) {
    ended.outcome = error.what();
  }
  context.tell(ended);
}

bool outdated(const Action& old, const Action&) { return std::holds_alternative<RereadStep>(old); }

}  // namespace

RereadEnded reread_here(const KnownAnswers& known, const OnReread& progress) {
  bool stopped = false;
  const auto ask = [&](const RereadProgress& at) { return !(stopped = !progress(at)); };
  const auto find = [&](const std::string& architecture, const std::string& kind) {
    return map_in(known, architecture, kind);
  };
  const auto all = reread_all(find, ask);
  if (!all) return {stopped, false, stopped ? "Stopped." : all.error().message};
  const bool good =
      std::ranges::all_of(all.value(), [](const Reread& each) { return each.differ == 0 && each.refused == 0; });
  return {false, good, "Read afresh: " + describe(all.value()) + "."};
}

Rereader::Rereader(RereadWork work, std::function<void()> wake)
    : thread_(
          [work = std::move(work)](const KnownAnswers& known, const auto& context) { reread(work, known, context); },
          outdated, std::move(wake)) {}

}  // namespace tcviz
