// Every service: work that a thread beside the window does for a workspace. It is started, stopped, broken, and left
// behind by its session; afterwards it works as before.
#include <gmock/gmock.h>

#include <atomic>
#include <stdexcept>
#include <thread>

#include "app/session/operations/operations_jobs.hpp"
#include "app/session/products/products_jobs.hpp"
#include "app/session/whole/session.hpp"
#include "app/session/whole/window_options.hpp"
#include "app/session/xray/xray_action.hpp"
#include "app/session/xray/xray_works.hpp"
#include "tests/session/fakes.hpp"
#include "tests/session/xray_stand_in.hpp"

namespace tcviz {
namespace {

enum class Conduct { Works, Hangs, Throws };

// What is done for a service, as a test wishes.
struct Errand {
  std::atomic<Conduct> conduct = Conduct::Works;
  std::atomic<int> begun = 0;
  std::atomic<bool> hangs = false;

  // False if it was stopped.
  bool run(const std::function<bool()>& stopped) {
    ++begun;
    if (conduct == Conduct::Throws) throw std::runtime_error("broken");
    if (conduct == Conduct::Works) return true;
    hangs = true;
    while (!stopped()) std::this_thread::yield();
    hangs = false;
    return false;
  }
};

const std::vector<std::string> gpu_kinds = {"wmma.m16n16k16.acc.f32", "wmma.m16n16k16.a.f16.row",
                                            "wmma.m16n16k16.b.f16.row"};

class ErrandGpu : public FakeGpu {
 public:
  explicit ErrandGpu(Errand& errand) : FakeGpu("cuda:0", gpu_kinds), errand_(errand) {}
  std::vector<KindResult> layouts(std::span<const std::string> kinds, const Progress& progress) override {
    errand_.run([&] { return !progress(0, 1); });
    return FakeGpu::layouts(kinds, progress);
  }

 private:
  Errand& errand_;
};

struct Service {
  const char* name;
  void (*install)(Errand& errand, Sources& sources, WindowOptions& options);
  std::vector<Action> start;
  Action stop;
  bool (*busy)(const Document& document);
  std::string (*problem)(const Document& document);  // of the last work; empty: it was done
};

const OperationsState& operations(const Document& d) { return d.task<OperationsState>(); }
const ProductsState& products(const Document& d) { return d.task<ProductsState>(); }
const XrayState& xray(const Document& d) { return d.task<XrayState>(); }

void answer_layouts(Errand& errand, Sources& sources, WindowOptions&) {
  sources.add(std::make_unique<ErrandGpu>(errand));
}
void compute_again(Errand& errand, Sources&, WindowOptions& options) {
  options.recompute = [&errand](const KnownAnswers&, const OnRecompute& progress) {
    const bool done = errand.run([&] { return !progress({}); });
    return RecomputeEnded{!done, done, done ? "Recomputed." : "Stopped."};
  };
}
void run_operation(Errand& errand, Sources&, WindowOptions& options) {
  options.task<OperationsWorks>().run_kernels = [&errand](const RunRequest& request, const RunProgress& progress) {
    const bool done = errand.run([&] { return !progress("running", 0, 1); });
    return done ? run_on_cpu(request) : Result<RunResult>(negative("stopped"));
  };
}
void run_products(Errand& errand, Sources& sources, WindowOptions& options) {
  sources.add(std::make_unique<FakeGpu>("cuda:0", gpu_kinds));
  options.task<ProductsWorks>().run_products = [&errand](const GemmRequest&, const GemmProgress& progress) {
    const bool done = errand.run([&] { return !progress("a product", 0, 1); });
    return done ? Result<GemmReport>(GemmReport{}) : Result<GemmReport>(negative("stopped"));
  };
}
void execute_kernel(Errand& errand, Sources&, WindowOptions& options) {
  options.task<XrayWorks>().run_xray = [&errand](const XrayQuestion& question, const std::function<bool()>& stopped) {
    return errand.run(stopped) ? xray_here()(question, stopped) : Result<XrayReport>(negative("stopped"));
  };
}
void read_registers(Errand& errand, Sources&, WindowOptions& options) {
  options.task<XrayWorks>().read_live = [&errand](const LiveQuestion&, const std::function<bool()>& stopped) {
    return errand.run(stopped) ? Result<LiveRun>(LiveRun{}) : Result<LiveRun>(negative("stopped"));
  };
}

const SourceState& gpu(const Document& d) { return d.sources.back(); }

const Service services[] = {
    {"source",
     answer_layouts,
     {ChooseSource{2}, AskSource{}},
     StopSource{},
     [](const Document& d) { return gpu(d).busy(); },
     [](const Document& d) {
       const Result<Layout>* const answer = gpu(d).answers ? gpu(d).answers->find(gpu_kinds[0]) : nullptr;
       return answer == nullptr ? "no answer" : answer->ok() ? "" : answer->error().message;
     }},
    {"recompute",
     compute_again,
     {AskRecompute{}},
     StopRecompute{},
     [](const Document& d) { return d.recompute.busy(); },
     [](const Document& d) { return d.recompute.good ? "" : d.recompute.outcome; }},
    {"operations",
     run_operation,
     {ShowView{ViewId::Operations}, OperationsAction(RunOperation{})},
     OperationsAction(StopOperation{}),
     [](const Document& d) { return operations(d).busy(); },
     [](const Document& d) {
       const auto& result = operations(d).shown->result;
       return result ? "" : result.error().message;
     }},
    {"products",
     run_products,
     {ProductsAction(RunProducts{})},
     ProductsAction(StopProducts{}),
     [](const Document& d) { return products(d).busy(); },
     [](const Document& d) { return products(d).failed ? products(d).news : ""; }},
    {"xray",
     execute_kernel,
     {XrayAction(OpenXray{"mine.ptx", sample_kernel(), false})},
     XrayAction(StopXray{}),
     [](const Document& d) { return xray(d).task.busy(); },
     [](const Document& d) { return xray(d).problem; }},
    {"live",
     read_registers,
     {XrayAction(OpenLive{"run.live", "run.live"})},
     XrayAction(CloseLive{}),
     [](const Document& d) { return xray(d).live && xray(d).live->task.busy(); },
     [](const Document& d) { return xray(d).live ? xray(d).live->problem : "closed"; }},
};

class EveryService : public testing::TestWithParam<Service> {
 protected:
  EveryService() : sources_(sample_sources()) {
    WindowOptions options;
    options.source = "recorded:sm_90";
    GetParam().install(errand_, sources_, options);
    session_ = Session::make(sources_, options, [] {}).value();
    session_->settle();
  }
  void act(const std::vector<Action>& actions) {
    session_->actions().insert(session_->actions().end(), actions.begin(), actions.end());
    session_->settle();
  }
  // Starts work that hangs, and waits until it does.
  void hang() {
    errand_.conduct = Conduct::Hangs;
    session_->actions() = GetParam().start;
    ASSERT_TRUE(await([&] { return session_->update(), errand_.hangs.load(); }));
  }
  bool busy() const { return GetParam().busy(session_->document()); }
  std::string problem() const { return GetParam().problem(session_->document()); }
  void expect_it_works() {
    errand_.conduct = Conduct::Works;
    const int before = errand_.begun;
    act(GetParam().start);
    EXPECT_GT(errand_.begun, before);
    EXPECT_FALSE(busy());
    EXPECT_EQ(problem(), "");
  }

  Errand errand_;
  Sources sources_;
  std::unique_ptr<Session> session_;
};

TEST_P(EveryService, WorksAgainAndAgain) {
  for (int time = 0; time < 2; ++time) expect_it_works();
}

TEST_P(EveryService, IsStopped) {
  hang();
  EXPECT_TRUE(busy());
  act({GetParam().stop});
  EXPECT_FALSE(errand_.hangs);
  EXPECT_FALSE(busy());
  EXPECT_NE(problem(), "");
  expect_it_works();
}

TEST_P(EveryService, SaysThatItBroke) {
  errand_.conduct = Conduct::Throws;
  act(GetParam().start);
  EXPECT_FALSE(busy());
  EXPECT_THAT(problem(), testing::HasSubstr("broken"));
  expect_it_works();
}

TEST_P(EveryService, EndsWithTheSession) {
  hang();
  session_.reset();
  EXPECT_FALSE(errand_.hangs);
}

INSTANTIATE_TEST_SUITE_P(Session, EveryService, testing::ValuesIn(services),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace tcviz
