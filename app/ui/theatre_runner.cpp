#include "app/ui/theatre_runner.hpp"

#include <exception>
#include <random>
#include <utility>

namespace tcviz {

namespace {

RunRequest request_of(const TheatreJob& job) {
  RunRequest request;
  request.operation = find_operation(job.choice.operation);
  request.layout = job.layout;
  if (job.choice.operation == "body") request.own_body = job.choice.body;
  request.scalars = {job.choice.a, job.choice.b, job.choice.d};
  // The same numbers while somebody turns a knob; fresh ones for the GPU.
  request.seed = job.on_gpu ? std::random_device{}() : 1;
  request.ordinal = job.ordinal;
  if (job.timing) request.batches = theatre_batches();
  return request;
}

std::shared_ptr<const TheatreRun> finished(const TheatreJob& job, const RunRequest& request, Result<RunResult> result) {
  const auto texts = texts_of(request);
  return std::make_shared<TheatreRun>(
      TheatreRun{job.choice, job.source, job.layout, std::move(result), texts ? texts.value().shown : std::string()});
}

// No exception leaves a room by rights; one that does (no memory, say) must not end the program.
std::shared_ptr<const TheatreRun> carry_out(const TheatreJob& job, const RunWork& work, const RunProgress& progress) {
  const RunRequest request = request_of(job);
  try {
    if (!job.on_gpu) return finished(job, request, run_on_cpu(request));
    if (!work) return finished(job, request, unavailable("This program cannot run kernels."));
    return finished(job, request, work(request, progress));
  } catch (const std::exception& error) {
    return finished(job, request, unavailable(error.what()));
  }
}

void perform(const TheatreJob& job, const RunWork& work, const JobContext<TheatreAction>& context) {
  const RunProgress progress = [&](std::string_view doing, int done, int all) {
    context.tell(OperationProgress{std::string(doing), done, all});
    return !context.stopped();
  };
  context.tell(OperationEnded{carry_out(job, work, progress), job.on_gpu});
}

bool outdated(const TheatreAction& old, const TheatreAction&) { return std::holds_alternative<OperationProgress>(old); }

}  // namespace

std::vector<int> theatre_batches() { return {1 << 14, 1 << 16, 1 << 18, 1 << 20}; }

TheatreRunner::TheatreRunner(RunWork work, std::function<void()> wake)
    : thread_([work = std::move(work)](const TheatreJob& job, const auto& context) { perform(job, work, context); },
              outdated, std::move(wake)) {}

void TheatreRunner::start(TheatreJob job) {
  if (!job.on_gpu) thread_.take_back([](const TheatreJob& waiting) { return !waiting.on_gpu; });
  thread_.start(std::move(job));
}

void TheatreRunner::stop() {
  thread_.stop([](const TheatreJob& job) { return job.on_gpu; });
}

}  // namespace tcviz
