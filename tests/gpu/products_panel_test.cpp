// The button "Run on GPU" of the products view, on a real GPU: the thread, the process, the kept run.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <semaphore>

#include "app/session/products/products_jobs.hpp"
#include "gpu/run/gemm/gemm_remote.hpp"
#include "tests/gpu/probed_fragments.hpp"
#include "tests/gpu/program.hpp"

namespace tcviz {
namespace {

using namespace std::chrono_literals;

class ProductsPanel : public testing::Test {
 protected:
  ProductsPanel() : folder_(std::filesystem::temp_directory_path() / ("tcviz-panel-" + std::to_string(getpid()))) {}
  ~ProductsPanel() override { std::filesystem::remove_all(folder_); }

  void start(std::vector<GemmShape> shapes) {
    const auto fragments = probed_fragments();
    ASSERT_TRUE(fragments) << fragments.error().message;
    GemmRequest request;
    for (const GemmKernel& kernel : gemm_kernels()) request.kernels.push_back(&kernel);
    request.shapes = std::move(shapes);
    const ProductsWork work = [](const GemmRequest& r, const GemmProgress& progress) {
      return run_gemm_remotely({program_beside(), "__work", "products"}, r, progress);
    };
    runner_.start(run_job(work, request, {fragments.value().a, fragments.value().b}, folder_));
  }

  // All the news until the job is over, taken as the window does: progress that nobody has taken is dropped.
  std::vector<ProductsAction> news() {
    std::vector<ProductsAction> all;
    const auto latest = std::chrono::steady_clock::now() + 120s;
    for (bool over = false; !over;) {
      over = runner_.wait(2ms);
      for (ProductsAction& action : runner_.take_news()) all.push_back(std::move(action));
      if (std::chrono::steady_clock::now() > latest) break;
    }
    return all;
  }

  std::filesystem::path folder_;
  std::counting_semaphore<> told_{0};  // one for each news
  ProductsThread runner_ = products_thread([this] { told_.release(); });
};

TEST_F(ProductsPanel, RunsTellsHowFarAndKeepsTheRun) {
  ASSERT_NO_FATAL_FAILURE(start({{256, 256, 256}, {300, 100, 77}}));
  int told = 0;
  std::shared_ptr<const GemmRun> run;
  for (const ProductsAction& action : news()) {
    if (std::holds_alternative<ProductsProgress>(action)) ++told;
    if (const auto* const added = std::get_if<AddProductsRun>(&action)) run = added->run;
  }
  EXPECT_GT(told, 5);
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(run->report.rows.size(), 2 * gemm_kernels().size());
  const auto kept = std::filesystem::directory_iterator(folder_);
  EXPECT_EQ(std::distance(begin(kept), end(kept)), 1);
}

TEST_F(ProductsPanel, StopEndsARunAndKeepsNothing) {
  ASSERT_NO_FATAL_FAILURE(start(std::vector<GemmShape>(50, {4096, 4096, 4096})));  // minutes
  ASSERT_TRUE(told_.try_acquire_for(120s));
  runner_.take_news();
  runner_.stop();
  bool stopped = false;
  for (const ProductsAction& action : news()) {
    const auto* const told = std::get_if<TellProducts>(&action);
    stopped = stopped || (told != nullptr && told->text.find("stopped") != std::string::npos);
  }
  EXPECT_TRUE(stopped);
  EXPECT_FALSE(std::filesystem::exists(folder_));
}

}  // namespace
}  // namespace tcviz
