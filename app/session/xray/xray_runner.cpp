#include "app/session/xray/xray_runner.hpp"

#include <utility>

namespace tcviz::inline app_session {
namespace {

// First all that was found, then the cells of a product: the verdict does not wait for the picture.
void perform(const XrayJob& job, const XrayWork& work, const JobContext<XrayAction>& context) {
  const auto fail = [&](const Error& error) { context.tell(FailXray{job.number, error.message, context.stopped()}); };
  const auto ask = [&](std::string event, std::string path, std::string access) {
    return work ? work({job.source, job.is_cuda, std::move(event), std::move(path), std::move(access), job.launch},
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

XrayAction failed(const XrayJob& job, const char* why) { return FailXray{job.number, why, false}; }

bool outdated(const XrayAction& old, const XrayAction&) { return std::holds_alternative<TellXray>(old); }

}  // namespace

XrayRunner::XrayRunner(XrayWork work, std::function<void()> wake)
    : thread_([work = std::move(work)](const XrayJob& job, const auto& context) { perform(job, work, context); },
              failed, outdated, std::move(wake)) {}

void XrayRunner::start(XrayJob job) {
  thread_.take_back([](const XrayJob&) { return true; });
  thread_.stop();
  thread_.start(std::move(job));
}

}  // namespace tcviz::inline app_session
