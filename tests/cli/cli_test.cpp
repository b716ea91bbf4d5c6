// Which source answers, and whether a GPU is looked for at all.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/cli/commands.hpp"
#include "tests/cli/fakes.hpp"

namespace tcviz::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

const std::string f32 = "wmma.m16n16k16.acc.f32";
const std::string f64 = "wmma.m8n8k4.acc.f64";

// A GPU that knows both, a recorded file that knows f32.
Sources both(bool look_for_gpus) {
  Sources sources;
  if (look_for_gpus) sources.add(std::make_unique<FakeGpu>(std::vector{f32, f64}, std::vector<std::string>{}));
  Layout recorded = layout_for(f32);
  sources.add(make_file_source("recorded:sm_90", SourceClass::Recorded, {std::move(recorded)}));
  return sources;
}

Sources without_gpu_lookup(bool look_for_gpus) {
  EXPECT_FALSE(look_for_gpus);
  return both(look_for_gpus);
}

TEST(CommandLine, DefaultIsTheGpuWhereThereIsOne) {
  const Answer answer = answer_of({"show", f64}, both);
  EXPECT_TRUE(answer.status.ok());
  EXPECT_THAT(answer.out, HasSubstr("Fake GPU"));
}

TEST(CommandLine, NoGpuIsLookedForWhereNoneIsNeeded) {
  EXPECT_TRUE(answer_of({"show", f32, "--device", "recorded:sm_90"}, without_gpu_lookup).status.ok());
  EXPECT_TRUE(answer_of({"kinds", "--device", "recorded:sm_90"}, without_gpu_lookup).status.ok());
  EXPECT_TRUE(answer_of({"__complete", "show", "--device", ""}, without_gpu_lookup).status.ok());
  EXPECT_FALSE(answer_of({"capture", "-o", "x", "--device", "recorded:sm_89"}, without_gpu_lookup).status.ok());
}

TEST(CommandLine, HelpVersionAndFilesAskForNoSources) {
  const auto never = [](bool) {
    ADD_FAILURE() << "sources were asked for";
    return Sources();
  };
  EXPECT_EQ(answer_of({"--version"}, never).out, "tcviz 1.2.3\n");
  EXPECT_EQ(answer_of({"completion", "bash"}, never).out, "script\n");
  for (const Command& command : commands())
    EXPECT_THAT(answer_of({std::string(command.name.empty() ? "--help" : command.name), "--help"}, never).out,
                HasSubstr("Examples"));
  EXPECT_FALSE(answer_of({"show", "missing.json"}, never).status.ok());
}

TEST(CommandLine, KindUnknownToADeviceNamesOneThatKnowsIt) {
  const auto with_published = [](bool look) {
    Sources sources = both(look);
    sources.add(make_file_source("published:sm_70", SourceClass::Published, {layout_for(f64)}));
    return sources;
  };
  const Answer answer = answer_of({"show", f32, "--device", "published:sm_70"}, with_published);
  ASSERT_FALSE(answer.status.ok());
  EXPECT_EQ(answer.status.error().fault, Fault::Unavailable);
  EXPECT_THAT(answer.status.error().message, HasSubstr("try --device recorded:sm_90"));
}

TEST(CommandLine, ListOfKindsDoesNotProbeAGpuThatNobodyNamed) {
  EXPECT_THAT(answer_of({"kinds", "f64", "acc"}, both).out, ContainsRegex("m8n8k4.acc.f64 .* 8x8 +2 +8.0 +cuda:0\n"));
  EXPECT_THAT(answer_of({"kinds", "f64", "acc", "--device", "cuda:0"}, both).out,
              ContainsRegex("m8n8k4.acc.f64 .* 8x8 +2 +1 +8.0 +cuda:0\n"));
}

TEST(CommandLine, ColourOnlyWhereAskedFor) {
  EXPECT_THAT(answer_of({"kinds"}, both, true).out, HasSubstr("\x1b[1m"));
  EXPECT_THAT(answer_of({"kinds"}, both, false).out, testing::Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace tcviz::test
