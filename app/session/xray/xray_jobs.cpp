#include "app/session/xray/xray_jobs.hpp"

#include <utility>

#include <fmt/format.h>

#include "app/session/xray/text_action.hpp"

namespace tcviz::inline app_session {
namespace {

// Tells first all that was found, then the cells of a product: the verdict does not wait for the picture.
void perform(const XrayJob& job, const XrayWork& work, const JobContext<XrayAction>& context) {
  const auto fail = [&](const Error& error) { context.tell(FailXray{job.number, error.message, context.stopped()}); };
  const auto ask = [&](std::string event, std::string path, std::string access) {
    return work ? work({job.source, job.is_cuda, std::move(event), std::move(path), std::move(access), job.launch,
                        job.opened},
                       context.stopped)
                : Result<XrayReport>(unavailable("this program cannot execute kernels."));
  };
  std::shared_ptr<const XrayRun> run = job.run;
  if (run == nullptr) {
    context.tell(TellXray{job.number, job.is_cuda ? "compiling and executing" : "executing"});
    Result<XrayReport> report = ask({}, {}, {});
    if (!report) return fail(report.error());
    run = std::make_shared<const XrayRun>(
        make_xray_run(job.source, job.is_cuda, std::move(report).value(), {}, job.launch));
    if (first_product(*run)) context.tell(TakeXrayRun{job.number, run, std::nullopt, false});
  }
  const std::optional<int> product =
      job.product && *job.product < static_cast<int>(run->products.size()) ? job.product : first_product(*run);
  if (!product) return context.tell(TakeXrayRun{job.number, run, std::nullopt, true});
  context.tell(TellXray{job.number, "looking at the product"});
  Result<XrayReport> report =
      ask(spell_product(run->products[static_cast<std::size_t>(*product)]), job.path, job.access);
  if (!report) return fail(report.error());
  run = std::make_shared<const XrayRun>(
      make_xray_run(job.source, job.is_cuda, std::move(report).value(), job.path, job.launch));
  context.tell(TakeXrayRun{job.number, std::move(run), product, true});
}

void read_live_file(const LiveJob& job, const LiveWork& work, const JobContext<XrayAction>& context) {
  if (!work) return context.tell(FailLive{job.number, "this program cannot read live registers."});
  Result<LiveRun> run = work(job.question, context.stopped);
  if (!run.ok()) return context.tell(FailLive{job.number, run.error().message});
  context.tell(TakeLive{job.number, std::make_shared<const LiveRun>(std::move(run).value())});
}

XrayAction failed(const XrayJob& job, const char* why) { return FailXray{job.number, why, false}; }
XrayAction live_failed(const LiveJob& job, const char* why) { return FailLive{job.number, why}; }

XrayAction save_failed(const XraySave& save, const char* why) {
  return TellXraySaved{save, fmt::format("Not saved: {}.", why)};
}
bool none_outdated(const XrayAction&, const XrayAction&) { return false; }

bool outdated(const XrayAction& old, const XrayAction&) { return std::holds_alternative<TellXray>(old); }

}  // namespace

XrayJobs::XrayJobs(const XrayWorks& works, const std::filesystem::path&, Wake wake)
    : xray_([work = works.run_xray](const XrayJob& job, const auto& context) { perform(job, work, context); }, failed,
            outdated, wake),
      live_([work = works.read_live](const LiveJob& job, const auto& context) { read_live_file(job, work, context); },
            live_failed, none_outdated, wake),
      saver_([](const XraySave& save, const auto& context) { context.tell(saved_text(save)); }, save_failed,
             none_outdated, wake, JobThread<XraySave, XrayAction>::AtEnd::Done),
      watch_(works.look_every, wake) {}

void XrayJobs::serve(XrayState& state, const JobScene&) {
  if (state.live && state.live->task.take_wish())
    live_.replace({state.live->job, {state.live->path, state.live->at, state.live->expect}});
  if (!state.live) live_.stop();
  if (state.disk.wish) saver_.start(*std::exchange(state.disk.wish, std::nullopt));
  watch_.follow(state.path);
  if (state.task.take_stop()) xray_.stop();
  if (!state.task.take_wish()) return;
  const bool known = !state.is_edited();
  const bool named = known && state.chosen && state.snapshot() != nullptr && state.shown == state.product;
  std::string path = named ? spell_element(*state.snapshot(), *state.chosen) : std::string();
  xray_.replace({++state.job, state.source, state.is_cuda, known ? state.run : nullptr, state.product, std::move(path),
                 known ? state.access_wish : std::string(), state.launch, state.path});
}

}  // namespace tcviz::inline app_session
