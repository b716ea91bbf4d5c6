#include "app/ui/worker.hpp"

#include <exception>
#include <utility>

namespace tcviz {

namespace {

std::vector<KindResult> failed(std::span<const std::string> kinds, const std::string& message) {
  std::vector<KindResult> results;
  results.reserve(kinds.size());
  for (const std::string& kind : kinds) results.push_back({kind, unavailable(message)});
  return results;
}

// No exception leaves a source by rights; one that does (no memory, say) must not end the program.
std::shared_ptr<const Answers> ask_all(LayoutSource& source, const Progress& progress) {
  auto answers = std::make_shared<Answers>();
  const std::vector<std::string> kinds = source.kinds();
  try {
    answers->results = source.layouts(kinds, progress);
  } catch (const std::exception& error) {
    answers->results =
        failed(kinds, source.info().name + " failed: " + error.what() + "; ask it again or choose another.");
  }
  return answers;
}

// Of the same source only the latest progress counts.
bool outdated(const Action& old, const Action& fresh) {
  const auto* before = std::get_if<SourceProgress>(&old);
  const auto* now = std::get_if<SourceProgress>(&fresh);
  return before != nullptr && now != nullptr && before->source == now->source;
}

void answer(LayoutSource& asked, std::size_t source, const JobContext<Action>& context) {
  context.tell(SourceProgress{source, 0, 0});
  auto answers = ask_all(asked, [&](int done, int all) {
    context.tell(SourceProgress{source, done, all});
    return !context.stopped();
  });
  context.tell(SourceAnswered{source, context.stopped(), std::move(answers)});
}

}  // namespace

Worker::Worker(std::vector<LayoutSource*> sources, std::function<void()> wake)
    : sources_(sources.size()),
      thread_([sources = std::move(sources)](std::size_t source,
                                             const auto& context) { answer(*sources[source], source, context); },
              outdated, std::move(wake)) {}

Worker::~Worker() { close(std::chrono::seconds(5)); }

void Worker::ask(std::size_t source) {
  if (source < sources_) thread_.start(source);
}

void Worker::stop(std::size_t source) {
  const auto same = [=](std::size_t job) { return job == source; };
  if (thread_.take_back(same)) thread_.tell(SourceAnswered{source, true, nullptr});
  thread_.stop(same);
}

}  // namespace tcviz
