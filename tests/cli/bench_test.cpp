// `tcviz bench gemm` with a GPU made up: what it asks the process beside it for, and what it says of the answer.
#include <fmt/format.h>

#include "app/cli/line/run.hpp"
#include "gpu/run/gemm/gemm_report.hpp"
#include "gtest/gtest.h"
#include "tests/cli/fakes.hpp"

namespace tcviz::test {
namespace {

class Bench : public testing::Test {
 protected:
  Bench() {
    context_.backends.sources = [](LookFor) {
      Sources sources;
      sources.add(
          std::make_unique<FakeGpu>(std::vector<std::string>{"wmma.m16n16k16.a.f16.row", "wmma.m16n16k16.b.f16.row"},
                                    std::vector<std::string>{}));
      return sources;
    };
    context_.backends.run_products = [this](const GemmRequest& request, const GemmProgress& progress) {
      return answer(request, progress);
    };
  }

  Result<GemmReport> answer(const GemmRequest& request, const GemmProgress& progress) {
    asked_.push_back(request);
    for (int n = 0; n < 2; ++n)
      if (!progress("naive_wmma", n, 2)) return negative("stopped");
    GemmReport report;
    report.device = "Fake GPU";
    for (const GemmKernel* kernel : request.kernels) {
      GemmRow row;
      row.kernel = kernel->id;
      row.shape = request.shapes.front();
      row.max_abs_error = error_;
      row.spread = request.spread;
      report.rows.push_back(row);
    }
    return report;
  }
  Status run(std::vector<std::string> words) { return run_command_line(std::move(words), context_); }

  std::ostringstream out_, notes_;
  Context context_{.out = out_, .notes = notes_};
  std::vector<GemmRequest> asked_;
  double error_ = 0;
};

TEST_F(Bench, AsksTheProcessBesideItOnceForEverySpread) {
  const Status status =
      run({"bench", "gemm", "--sizes", "128", "--kernels", "naive_wmma", "--spread", "0,4", "--repetitions", "3"});
  ASSERT_TRUE(status) << status.error().message;
  ASSERT_EQ(asked_.size(), 2u);
  EXPECT_EQ(asked_[0].shapes, (std::vector<GemmShape>{{128, 128, 128}}));
  EXPECT_EQ(asked_[0].repetitions, 3);
  EXPECT_EQ(asked_[0].data, GemmData::Real);
  EXPECT_FALSE(asked_[0].formulae.a_row.empty());
  EXPECT_EQ(asked_[1].data, GemmData::Wide);
  EXPECT_EQ(asked_[1].spread, 4);
  EXPECT_NE(out_.str().find("naive_wmma"), std::string::npos);
  EXPECT_EQ(notes_.str().find("0 of 2"), std::string::npos);  // nobody sits before it
}

TEST_F(Bench, TellsWhoSitsBeforeItHowFarItIsAndClearsThatLine) {
  context_.notes_is_terminal = true;
  ASSERT_TRUE(run({"bench", "gemm", "--sizes", "128", "--kernels", "naive_wmma"}));
  EXPECT_NE(notes_.str().find("1 of 2: naive_wmma\r\033[K"), std::string::npos) << notes_.str();
}

TEST_F(Bench, StopsWhereNobodyListens) {
  context_.notes_is_terminal = true;
  notes_.setstate(std::ios::failbit);
  const Status status = run({"bench", "gemm", "--sizes", "128", "--kernels", "naive_wmma"});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message, "stopped");
}

TEST_F(Bench, WrongElementsAreCounted) {
  error_ = 1;
  const Status status = run({"bench", "gemm", "--verify", "--sizes", "128", "--kernels", "naive_wmma"});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().fault, Fault::Negative);
  EXPECT_EQ(asked_.at(0).data, GemmData::Whole);
  EXPECT_EQ(asked_.at(0).repetitions, 0);
}

TEST_F(Bench, TheRecordedRunIsTheOneThatWasMeasured) {
  const auto file = [](const char* device) {
    GemmReport report;
    report.device = device;
    GemmRow row;
    row.kernel = "naive_wmma";
    row.shape = {128, 128, 128};
    report.rows.push_back(row);
    return write_gemm(report);
  };
  const std::string other = file("a simulated one"), measured = file("a measured one");
  std::vector<GemmFile> files = {{"a_first.json", other}, {"gemm_h200.json", measured}};
  context_.backends.recorded_products = [&] { return files; };
  ASSERT_TRUE(run({"bench", "gemm", "--recorded"}));
  EXPECT_NE(notes_.str().find("a measured one"), std::string::npos) << notes_.str();
  files.pop_back();
  const Status status = run({"bench", "gemm", "--recorded"});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().fault, Fault::Unavailable);
}

}  // namespace
}  // namespace tcviz::test
