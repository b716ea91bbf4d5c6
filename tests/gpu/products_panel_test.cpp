// What stands behind the button "Run on GPU" of the products view, on a real GPU: the thread, the process, the kept
// run.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "app/ui/gemm_jobs.hpp"
#include "gpu/ops/gemm_remote.hpp"
#include "gpu/probe/discover.hpp"

namespace tcviz {
namespace {

using namespace std::chrono_literals;

class ProductsPanel : public testing::Test {
 protected:
  ProductsPanel() : folder_(std::filesystem::temp_directory_path() / ("tcviz-panel-" + std::to_string(getpid()))) {}
  ~ProductsPanel() override { std::filesystem::remove_all(folder_); }

  void start(std::vector<GemmShape> shapes) {
    DiscoverOptions options;
    options.look_for_gpus = true;
    Sources sources = discover_sources(options);
    const auto gpu = sources.find("cuda:0");
    ASSERT_TRUE(gpu) << gpu.error().message;
    const auto a = layout_of(*gpu.value(), "wmma.m16n16k16.a.f16.row");
    const auto b = layout_of(*gpu.value(), "wmma.m16n16k16.b.f16.row");
    ASSERT_TRUE(a && b);
    GemmRequest request;
    for (const GemmKernel& kernel : gemm_kernels()) request.kernels.push_back(&kernel);
    request.shapes = std::move(shapes);
    const ProductsWork work = [](const GemmRequest& r, const GemmProgress& progress) {
      return run_gemm_remotely({TCVIZ_PROGRAM, "__run-products"}, r, progress);
    };
    runner_.start(run_job(work, request, {a.value(), b.value()}, folder_));
  }

  // All that is told until the job is over, taken as the window does: progress that nobody has taken is dropped.
  std::vector<GemmAction> news() {
    std::vector<GemmAction> all;
    const auto latest = std::chrono::steady_clock::now() + 120s;
    for (bool over = false; !over;) {
      over = runner_.wait(2ms);
      for (GemmAction& action : runner_.take_news()) all.push_back(std::move(action));
      if (std::chrono::steady_clock::now() > latest) break;
    }
    return all;
  }

  std::filesystem::path folder_;
  GemmRunner runner_{[] {}};
};

TEST_F(ProductsPanel, RunsTellsHowFarAndKeepsTheRun) {
  ASSERT_NO_FATAL_FAILURE(start({{256, 256, 256}, {300, 100, 77}}));
  int told = 0;
  std::shared_ptr<const GemmRun> run;
  for (const GemmAction& action : news()) {
    if (std::holds_alternative<ProductsProgress>(action)) ++told;
    if (const auto* const added = std::get_if<AddGemmRun>(&action)) run = added->run;
  }
  EXPECT_GT(told, 5);
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(run->report.rows.size(), 2 * gemm_kernels().size());
  const auto kept = std::filesystem::directory_iterator(folder_);
  EXPECT_EQ(std::distance(begin(kept), end(kept)), 1);
}

TEST_F(ProductsPanel, StopEndsARunAndKeepsNothing) {
  ASSERT_NO_FATAL_FAILURE(start(std::vector<GemmShape>(50, {4096, 4096, 4096})));  // minutes
  for (int n = 0; runner_.take_news().empty() && n < 1000; ++n) std::this_thread::sleep_for(20ms);
  const auto asked = std::chrono::steady_clock::now();
  runner_.stop();
  bool stopped = false;
  for (const GemmAction& action : news()) {
    const auto* const told = std::get_if<TellProducts>(&action);
    stopped = stopped || (told != nullptr && told->text.find("stopped") != std::string::npos);
  }
  EXPECT_TRUE(stopped);
  EXPECT_LT(std::chrono::steady_clock::now() - asked, 30s);
  EXPECT_FALSE(std::filesystem::exists(folder_));
}

}  // namespace
}  // namespace tcviz
