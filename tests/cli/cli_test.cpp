// Which source answers, and whether a GPU is looked for at all.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/cli/line/commands.hpp"
#include "tests/cli/fakes.hpp"

namespace tcviz::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

const std::string f32 = "wmma.m16n16k16.acc.f32";
const std::string f64 = "wmma.m8n8k4.acc.f64";

// A GPU that knows both, a recorded file that knows f32.
Sources both(LookFor what) {
  Sources sources;
  if (what != LookFor::Files) sources.add(std::make_unique<FakeGpu>(std::vector{f32, f64}, std::vector<std::string>{}));
  Layout recorded = layout_for(f32);
  sources.add(make_file_source("recorded:sm_90", SourceClass::Recorded, {std::move(recorded)}));
  return sources;
}

Sources without_gpu_lookup(LookFor what) {
  EXPECT_EQ(what, LookFor::Files);
  return both(what);
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
  const auto never = [](LookFor) {
    ADD_FAILURE() << "sources were asked for";
    return Sources();
  };
  EXPECT_EQ(answer_of({"--version"}, never).out, "tcviz 1.2.3\n");
  EXPECT_EQ(
      nlohmann::json::parse(answer_of({"--version", "--json"}, never).out),
      nlohmann::json::parse(R"({"version": "1.2.3", "commit": "12ab-dirty", "compiler": "GNU 99.1", "cuda": null})"));
  EXPECT_EQ(answer_of({"completion", "bash"}, never).out, "script\n");
  EXPECT_EQ(answer_of({"completion", "fish"}, never).out, "swim\n");
  for (const Command& command : commands())
    EXPECT_THAT(answer_of({std::string(command.name.empty() ? "--help" : command.name), "--help"}, never).out,
                HasSubstr("Examples"));
  EXPECT_FALSE(answer_of({"show", "missing.json"}, never).status.ok());
}

// Assemblers are large libraries: only what lists every source opens them.
TEST(CommandLine, OneLayoutOpensNoAssembler) {
  std::vector<LookFor> asked;
  const auto noting = [&](LookFor what) {
    asked.push_back(what);
    return both(what);
  };
  EXPECT_TRUE(answer_of({"show", f64}, noting).status.ok());
  EXPECT_TRUE(answer_of({"devices"}, noting).status.ok());
  EXPECT_EQ(asked, (std::vector{LookFor::FilesAndGpus, LookFor::Everything}));
}

TEST(CommandLine, KindUnknownToADeviceNamesOneThatKnowsIt) {
  const auto with_published = [](LookFor what) {
    Sources sources = both(what);
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

// A file that notes whose layouts were asked for.
class NotingSource final : public LayoutSource {
 public:
  NotingSource(std::vector<std::string> kinds, std::vector<std::string>& asked)
      : kinds_(std::move(kinds)), asked_(asked) {}
  const SourceInfo& info() const override { return info_; }
  std::vector<std::string> kinds() const override { return kinds_; }
  std::vector<KindResult> layouts(std::span<const std::string> kinds, const Progress&) override {
    std::vector<KindResult> results;
    asked_.insert(asked_.end(), kinds.begin(), kinds.end());
    for (const std::string& kind : kinds) results.push_back({kind, layout_for(kind)});
    return results;
  }

 private:
  SourceInfo info_{"recorded:sm_90", SourceClass::Recorded, "noting"};
  std::vector<std::string> kinds_;
  std::vector<std::string>& asked_;
};

// Hundreds of layouts take longer to read than all else in a list: only those whose replication is shown are read.
TEST(CommandLine, ListOfKindsReadsOnlyTheLayoutsThatItShows) {
  const std::string mma = "mma.m16n8k16.a.f16", wgmma = "wgmma.m64n256.acc.f32";
  std::vector<std::string> asked;
  const auto answered = [&](std::vector<std::string> words) {
    asked.clear();
    const Answer answer = answer_of(std::move(words), [&](LookFor) {
      Sources sources;
      sources.add(std::make_unique<NotingSource>(std::vector{f32, mma, wgmma}, asked));
      return sources;
    });
    EXPECT_TRUE(answer.status.ok());
    return answer.out;
  };
  EXPECT_THAT(answered({"kinds"}), ContainsRegex("\nmma.m16n8k16 .* 18 kinds .*recorded:sm_90\n"));
  EXPECT_EQ(asked, std::vector{f32});
  EXPECT_THAT(answered({"kinds", "m16n8k16", "a", "f16", "--family", "mma"}),
              ContainsRegex("mma.m16n8k16.a.f16 .* 16x16 +8 +1 +8.0 +recorded:sm_90\n"));
  EXPECT_EQ(asked, std::vector{mma});
  answered({"kinds", "--json"});
  EXPECT_EQ(asked, (std::vector{f32, mma, wgmma}));
}

TEST(CommandLine, ColourOnlyWhereAskedFor) {
  EXPECT_THAT(answer_of({"kinds"}, both, true).out, HasSubstr("\x1b[1m"));
  EXPECT_THAT(answer_of({"kinds"}, both, false).out, testing::Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace tcviz::test
