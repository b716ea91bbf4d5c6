#include "app/session/whole/worker.hpp"

#include <algorithm>
#include <utility>

namespace tcviz::inline app_session {

namespace {

// True if progress of the same source outdates it: only the latest counts.
bool older_source_progress(const Action& old, const Action& fresh) {
  const auto* before = old.as<SourceProgress>();
  const auto* now = fresh.as<SourceProgress>();
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

// Returns an answer in which every kind says that the source failed.
Action source_failed(const LayoutSource& asked, std::size_t source, const char* why) {
  auto answers = std::make_shared<Answers>();
  for (const std::string& kind : asked.kinds())
    answers->results.push_back(
        {kind, unavailable(asked.info().name + " failed: " + why + "; ask it again or choose another.")});
  return SourceAnswered{source, false, std::move(answers)};
}

}  // namespace

Worker::Worker(std::vector<LayoutSource*> sources, Wake wake)
    : JobThread([sources](std::size_t source, const auto& context) { answer(*sources[source], source, context); },
                [sources](std::size_t source, const char* why) { return source_failed(*sources[source], source, why); },
                older_source_progress, std::move(wake)),
      sources_(sources.size()) {}

Worker::~Worker() { close(std::chrono::seconds(5)); }

void Worker::ask(std::size_t source) {
  if (source < sources_) start(source);
}

void Worker::stop(std::size_t source) {
  const auto same = [=](std::size_t job) { return job == source; };
  if (take_back(same)) tell(SourceAnswered{source, true, nullptr});
  JobThread::stop(same);
}

void Worker::serve(std::vector<SourceState>& sources) {
  const auto serve_one = [&](std::size_t s) {
    if (sources[s].from_file) {
      if (sources[s].take_wish()) sources[s].end();
      return;
    }
    if (sources[s].take_wish()) ask(s);
    if (sources[s].take_stop()) stop(s);
  };
  // GPUs last: one that hangs then holds up nothing that lies in a file.
  for (const bool gpus : {false, true})
    for (std::size_t s = 0; s < sources.size(); ++s)
      if ((sources[s].info.type == SourceClass::Gpu) == gpus) serve_one(s);
}

const SourceState* ask_gpu(Document& d) {
  apply_action(d, AskGpu{});
  const auto gpu = std::ranges::find(d.sources, SourceClass::Gpu, [](const SourceState& s) { return s.info.type; });
  return gpu == d.sources.end() ? nullptr : &*gpu;
}

}  // namespace tcviz::inline app_session
