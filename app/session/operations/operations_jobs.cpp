#include "app/session/operations/operations_jobs.hpp"

#include <random>
#include <utility>

#include "gpu/run/ops/prepared_run.hpp"
#include "gpu/source/device/device_name.hpp"

namespace tcviz::inline app_session {

namespace {

RunRequest request_of(const OperationsJob& job) {
  RunRequest request;
  request.operation = find_operation(job.choice.operation);
  request.layout = job.layout;
  if (job.choice.operation == "body") request.own_body = job.choice.body;
  request.scalars = {job.choice.a, job.choice.b, job.choice.d};
  // The seed gives the same numbers while the user turns a knob; fresh ones for the GPU.
  request.seed = job.on_gpu ? std::random_device{}() : 1;
  request.ordinal = job.ordinal;
  if (job.timing) request.batches = operations_batches();
  return request;
}

Result<RunResult> carry_out(const OperationsJob& job, const PreparedRun& run, const RunWork& work,
                            const RunProgress& progress) {
  if (!job.on_gpu) return run_on_cpu(run);
  return work ? work(run.request(), progress) : Result<RunResult>(unavailable("This program cannot run kernels."));
}

OperationEnded ended(const OperationsJob& job, Result<RunResult> result, std::string source) {
  return {std::make_shared<OperationsRun>(
              OperationsRun{job.choice, job.source, job.layout, std::move(result), std::move(source)}),
          job.on_gpu};
}

void perform(const OperationsJob& job, const RunWork& work, const JobContext<OperationsAction>& context) {
  const RunProgress progress = [&](std::string_view doing, int done, int all) {
    context.tell(OperationProgress{std::string(doing), done, all});
    return !context.stopped();
  };
  const auto run = PreparedRun::of(request_of(job));
  if (!run) return context.tell(ended(job, run.error(), {}));
  auto result = carry_out(job, run.value(), work, progress);
  const auto texts = run.value().texts();
  context.tell(ended(job, std::move(result), texts ? texts.value().shown : std::string()));
}

OperationsAction failed(const OperationsJob& job, const char* why) { return ended(job, unavailable(why), {}); }

bool outdated(const OperationsAction& old, const OperationsAction&) {
  return std::holds_alternative<OperationProgress>(old);
}

}  // namespace

std::vector<int> operations_batches() { return {1 << 14, 1 << 16, 1 << 18, 1 << 20}; }

OperationsJobs::OperationsJobs(const OperationsWorks& works, const std::filesystem::path&, Wake wake)
    : thread_(
          [work = works.run_kernels](const OperationsJob& job, const auto& context) { perform(job, work, context); },
          failed, outdated, std::move(wake)) {}

// Shows the choice at once, as the CPU does it. A run that is looked at stays.
void OperationsJobs::preview(const OperationsState& state, const JobScene& scene) {
  if (previewed_ == state.choice && previewed_layout_ == scene.layout) return;
  previewed_ = state.choice;
  previewed_layout_ = scene.layout;
  const bool shown = state.shown != nullptr && state.shown->choice == state.choice &&
                     state.shown->layout.kind() == scene.layout->kind() && state.shown->layout.same_map(*scene.layout);
  if (shown) return;
  thread_.take_back([](const OperationsJob& waiting) { return !waiting.on_gpu; });
  thread_.start({state.choice, scene.source, *scene.layout});
}

void OperationsJobs::serve(OperationsState& state, const JobScene& scene) {
  if (state.take_stop()) {
    if (state.is_wished()) return state.end(true);
    thread_.stop([](const OperationsJob& job) { return job.on_gpu; });
  }
  if (scene.shown != Workspace::Operations) return;
  if (scene.layout == nullptr) {  // the run on screen is another kind's
    state.shown.reset();
    previewed_layout_ = nullptr;
    return;
  }
  preview(state, scene);
  if (!state.take_wish()) return;
  const int ordinal = gpu_ordinal(scene.source).value_or(0);
  thread_.start({state.choice, scene.source, *scene.layout, true, state.timing, ordinal});
}

}  // namespace tcviz::inline app_session
