// tcviz probe with a GPU that is made up: the text, the recorded file, and the verdict.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "gpu/layout/layout_file.hpp"
#include "tests/cli/fakes.hpp"

namespace tcviz::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

const std::string probe_f32 = "wmma.m16n16k16.acc.f32";
const std::string probe_f64 = "wmma.m8n8k4.acc.f64";

Sources with_gpu(std::vector<std::string> broken, LookFor what) {
  Sources sources;
  if (what != LookFor::Files)
    sources.add(std::make_unique<FakeGpu>(std::vector{probe_f32, probe_f64}, std::move(broken)));
  return sources;
}

Sources healthy(LookFor what) { return with_gpu({}, what); }
Sources broken_f64(LookFor what) { return with_gpu({probe_f64}, what); }

class Recording : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::path(testing::TempDir()) /
            (std::string("tcviz_") + test->name() + std::to_string(getpid()) + ".json");
    std::filesystem::remove(path_);
  }
  void TearDown() override { std::filesystem::remove(path_); }
  std::filesystem::path path_;
};

TEST(Probe, AllThatAgree) {
  const Answer answer = answer_of({"probe", "--all"}, healthy);
  EXPECT_TRUE(answer.status.ok());
  EXPECT_THAT(answer.out, ContainsRegex("wmma.m16n16k16.acc.f32 +agrees +agrees +agrees +16x16 +8 +1\n"));
  EXPECT_THAT(answer.out, ContainsRegex("wmma.m8n8k4.acc.f64 +agrees +agrees +agrees +8x8 +2 +1\n"));
  EXPECT_THAT(answer.out, Not(HasSubstr("problem")));
  EXPECT_THAT(answer.notes, ContainsRegex("[0-9]+ of [0-9]+ kinds need another GPU than cuda:0"));
}

TEST(Probe, OneThatFailsIsTheAnswerNoButTheOthersAreThere) {
  const Answer answer = answer_of({"probe", probe_f32, probe_f64}, broken_f64);
  ASSERT_FALSE(answer.status.ok());
  EXPECT_EQ(answer.status.error().fault, Fault::Negative);
  EXPECT_THAT(answer.status.error().message, HasSubstr("1 of 2 kinds"));
  EXPECT_THAT(answer.out, ContainsRegex("acc.f32 +agrees +agrees +agrees"));
  EXPECT_THAT(answer.out, ContainsRegex("acc.f64 +agrees +FAILS +not run .*cudaErrorIllegalAddress"));
}

TEST(Probe, JsonSaysTheSame) {
  const Answer answer = answer_of({"probe", probe_f32, probe_f64, "--json"}, broken_f64);
  EXPECT_FALSE(answer.status.ok());
  const auto json = nlohmann::json::parse(answer.out);
  EXPECT_EQ(json.at("device"), "cuda:0");
  EXPECT_EQ(json.at("kinds").at(0).at("agreed"), true);
  EXPECT_EQ(json.at("kinds").at(0).at("methods").size(), 3u);
  EXPECT_EQ(json.at("kinds").at(1).at("agreed"), false);
  EXPECT_EQ(json.at("kinds").at(1).at("methods").at(1).at("confirmed"), false);
  EXPECT_EQ(json.at("milliseconds").at("probes"), 7.0);
}

TEST(Probe, TimingIsPrintedWhereAskedFor) {
  EXPECT_THAT(answer_of({"probe", probe_f32}, healthy).out, Not(HasSubstr("context")));
  const Answer answer = answer_of({"probe", probe_f32, "--timing"}, healthy);
  EXPECT_THAT(answer.out, ContainsRegex("context +100.0\n"));
  EXPECT_THAT(answer.out, ContainsRegex("probes +7.0\n"));
}

TEST_F(Recording, HoldsWhatAgreed) {
  EXPECT_FALSE(answer_of({"probe", "--all", "-o", path_.string()}, broken_f64).status.ok());
  const auto layouts = read_layouts(path_);
  ASSERT_TRUE(layouts.ok()) << layouts.error().message;
  ASSERT_EQ(layouts.value().size(), 1u);
  EXPECT_TRUE(layouts.value().front().same_map(layout_for(probe_f32)));
}

TEST_F(Recording, IsNotTouchedWhereNothingAgreed) {
  EXPECT_FALSE(answer_of({"probe", probe_f64, "-o", path_.string()}, broken_f64).status.ok());
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST(Probe, DashMakesTheLayoutsTheAnswer) {
  const Answer answer = answer_of({"probe", "--all", "-o", "-"}, healthy);
  const auto layouts = parse_layouts(answer.out);
  ASSERT_TRUE(layouts.ok()) << layouts.error().message;
  EXPECT_EQ(layouts.value().size(), 2u);
  EXPECT_THAT(answer.notes, HasSubstr("agrees"));
}

TEST(Probe, KindThatTheGpuLacks) {
  const Answer answer = answer_of({"probe", "wmma.m8n8k128.a.b1.row"}, healthy);
  ASSERT_FALSE(answer.status.ok());
  EXPECT_EQ(answer.status.error().fault, Fault::Unavailable);
}

}  // namespace
}  // namespace tcviz::test
