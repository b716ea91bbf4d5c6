// `tcviz image --cross-check` with GPUs made up: such as keep the rules, others, and none.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/cli/line/run.hpp"
#include "gpu/prove/sweep_device.hpp"
#include "gtest/gtest.h"
#include "tests/cli/fakes.hpp"
#include "tests/prove/fake_device.hpp"

namespace tcviz::test {
namespace {

class ImageSweep : public testing::Test {
 protected:
  ImageSweep() {
    context_.backends.sources = [](LookFor) {
      Sources sources;
      sources.add(std::make_unique<FakeGpu>(std::vector<std::string>{}, std::vector<std::string>{}));
      return sources;
    };
    context_.backends.open_sweep = [this](int ordinal) -> Result<std::unique_ptr<SweepDevice>> {
      opened_.push_back(ordinal);
      return std::unique_ptr<SweepDevice>(std::make_unique<RuleDevice>(facts_, change_));
    };
  }
  Status run(std::vector<std::string> words) {
    words.insert(words.begin(), {"image", "--cross-check", "--count", "20"});
    return run_command_line(std::move(words), context_);
  }
  nlohmann::json answer() const { return nlohmann::json::parse(out_.str()); }

  std::ostringstream out_, notes_;
  Context context_{.out = out_, .notes = notes_};
  SweepFacts facts_ = h200();
  RuleDevice::Change change_;
  std::vector<int> opened_;
};

Result<SweepAnswer> without_swizzle(const SweepCase& one, SweepAnswer right) {
  const auto* const operand = std::get_if<OperandCase>(&one);
  if (operand == nullptr || right.outcome != SweepAnswer::Outcome::Places) return right;
  Descriptor descriptor = read_descriptor(operand->descriptor, DescriptorForm::Sm90).value();
  OperandImage image = operand_of(descriptor, operand->use).value();
  image.base_offset = 1 - image.base_offset % 2;
  right.places = all_addresses(image);
  return right;
}

TEST_F(ImageSweep, CountsByGroup) {
  const Status status = run({});
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_EQ(opened_, std::vector<int>{0});
  EXPECT_NE(out_.str().find("NVIDIA H200, compute capability 9.0, driver 580.159.04; seed 1"), std::string::npos);
  EXPECT_NE(out_.str().find("group"), std::string::npos);
  EXPECT_NE(out_.str().find("random descriptors"), std::string::npos);
  EXPECT_EQ(out_.str().find("DIFFERS"), std::string::npos);
}

TEST_F(ImageSweep, AnotherRuleIsANoThatNamesTheFirstDescriptor) {
  change_ = without_swizzle;
  const Status status = run({});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().fault, Fault::Negative);
  EXPECT_NE(status.error().message.find("cases differ from the rules of this program"), std::string::npos);
  EXPECT_NE(out_.str().find("DIFFERS: wgmma f16 A K-major, descriptor 0x"), std::string::npos);
  EXPECT_NE(out_.str().find(", the rule says "), std::string::npos);
}

TEST_F(ImageSweep, JsonHasEveryCount) {
  change_ = without_swizzle;
  ASSERT_FALSE(run({"--json", "--seed", "7"}));
  const nlohmann::json json = answer();
  EXPECT_EQ(json["device"], "cuda:0");
  EXPECT_EQ(json["seed"], 7);
  EXPECT_EQ(json["count"], 20);
  EXPECT_TRUE(json["ended"].is_null());
  int asked = 0, differ = 0;
  for (const auto& group : json["groups"]) {
    EXPECT_EQ(group["asked"].get<int>(), group["agree"].get<int>() + group["differ"].get<int>());
    EXPECT_LE(group["first"].size(), 5U);
    EXPECT_EQ(group["first"].empty(), group["differ"] == 0);
    asked += group["asked"].get<int>();
    differ += group["differ"].get<int>();
  }
  EXPECT_EQ(json["asked"], asked);
  EXPECT_EQ(json["differ"], differ);
}

TEST_F(ImageSweep, WhatAnOlderGpuLacksIsSaid) {
  facts_ = a100();
  ASSERT_TRUE(run({}));
  EXPECT_NE(out_.str().find("wgmma f16: not asked, wgmma is an instruction of compute capability 9.0 alone."),
            std::string::npos)
      << out_.str();
}

TEST_F(ImageSweep, ARecordIsWrittenWhateverTheVerdict) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("tcviz_image_sweep_record_" + std::to_string(getpid()) + ".json");
  change_ = without_swizzle;
  ASSERT_FALSE(run({"--record", file.string()}));
  const nlohmann::json record = nlohmann::json::parse(std::ifstream(file));
  EXPECT_EQ(record["format"], "tcviz-image-proof/1");
  EXPECT_GT(record["wgmma"].size(), 3000U);
  std::filesystem::remove(file);
}

// A device that is slower than its time.
TEST_F(ImageSweep, EndsWithItsTimeAndRecordsNothing) {
  change_ = [](const SweepCase&, SweepAnswer right) -> Result<SweepAnswer> {
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    return right;
  };
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("tcviz_image_sweep_ended_" + std::to_string(getpid()) + ".json");
  const Status status = run({"--limit", "1", "--record", file.string()});
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message.find("the cross-check ended early: 1 s were over after"), std::string::npos)
      << status.error().message;
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(ImageSweep, ADeviceThatIsGoneIsSaid) {
  change_ = [](const SweepCase&, const SweepAnswer&) -> Result<SweepAnswer> { return unavailable("the GPU is gone"); };
  const Status status = run({});
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message.find("the GPU is gone"), std::string::npos);
}

TEST_F(ImageSweep, NumbersOutOfRangeAreRefusedBeforeAnythingIsAsked) {
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--seed", "-1"},
                                                {"--limit", "0"},
                                                {"--limit", "x"},
                                                {"--count", "-1"},
                                                {"--count", "1000001"}}) {
    const Status status = run(wrong);
    ASSERT_FALSE(status) << wrong.back();
    EXPECT_EQ(status.error().fault, Fault::BadInput);
    EXPECT_TRUE(status.error().message.starts_with(wrong.front())) << status.error().message;
  }
  EXPECT_TRUE(opened_.empty());
}

}  // namespace
}  // namespace tcviz::test
