#include "app/session/whole/worker.hpp"

#include <utility>

namespace tcviz::inline app_session {

namespace {

// Only the latest progress of a source counts.
bool older_source_progress(const Action& old, const Action& fresh) {
  const auto* before = std::get_if<SourceProgress>(&old);
  const auto* now = std::get_if<SourceProgress>(&fresh);
  return before != nullptr && now != nullptr && before->source == now->source;
}

void answer(LayoutSource& asked, std::size_t source, const JobContext<Action>& context) {
  context.tell(SourceProgress{source, 0, 0});
  auto answers = std::make_shared<Answers>();
  answers->results = asked.layouts(asked.kinds(), [&](int done, int all) {
    context.tell(SourceProgress{source, done, all});
    return !context.stopped();
  });
  context.tell(SourceAnswered{source, context.stopped(), std::move(answers)});
}

// Every kind says that the source failed.
Action source_failed(const LayoutSource& asked, std::size_t source, const char* why) {
  auto answers = std::make_shared<Answers>();
  for (const std::string& kind : asked.kinds())
    answers->results.push_back(
        {kind, unavailable(asked.info().name + " failed: " + why + "; ask it again or choose another.")});
  return SourceAnswered{source, false, std::move(answers)};
}

}  // namespace

Worker::Worker(std::vector<LayoutSource*> sources, std::function<void()> wake)
    : sources_(sources.size()),
      thread_([sources](std::size_t source, const auto& context) { answer(*sources[source], source, context); },
              [sources](std::size_t source, const char* why) { return source_failed(*sources[source], source, why); },
              older_source_progress, std::move(wake)) {}

Worker::~Worker() { close(std::chrono::seconds(5)); }

void Worker::ask(std::size_t source) {
  if (source < sources_) thread_.start(source);
}

void Worker::stop(std::size_t source) {
  const auto same = [=](std::size_t job) { return job == source; };
  if (thread_.take_back(same)) thread_.tell(SourceAnswered{source, true, nullptr});
  thread_.stop(same);
}

}  // namespace tcviz::inline app_session
