// A launch that is asked for on a terminal, one question a line.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "app/cli/line/run.hpp"
#include "gpu/language/compiler/temporary_folder.hpp"
#include "gpu/source/manual/manual.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

class XrayQuestions : public testing::Test {
 protected:
  XrayQuestions() {
    context_.backends.sources = [](LookFor) {
      Sources sources;
      sources.add(make_manual_source());
      return sources;
    };
    EXPECT_TRUE(run_command_line(std::vector<std::string>{"xray", "--example"}, context_));
    std::istringstream lines(out_.str());
    std::ofstream kernel(path_);
    for (std::string line; std::getline(lines, line);)
      if (line.find("xray:") == std::string::npos) kernel << line << '\n';
    out_.str("");
  }

  Status answer(const std::string& typed, std::vector<std::string> more = {}) {
    std::istringstream answers(typed);
    context_.answers = &answers;
    std::vector<std::string> words = {"xray", path_};
    words.insert(words.end(), more.begin(), more.end());
    return run_command_line(words, context_);
  }

  TemporaryFolder folder_ = TemporaryFolder::make().value();
  std::string path_ = (folder_.path() / "kernel.ptx").string();
  std::ostringstream out_, notes_;
  Context context_{.out = out_, .notes = notes_};
};

constexpr const char* arrays = "A=f16[m:16,k:16]\nB=f16[k:16,n:8]:col\nC=out f32[m:16,n:8]\n";

// Enter takes what is proposed; what is typed is stated.
TEST_F(XrayQuestions, AreAskedOneALine) {
  const Status status = answer(std::string("\n32\n") + arrays);
  EXPECT_TRUE(status.ok()) << status.error().message;
  EXPECT_THAT(notes_.str(), HasSubstr("Enter takes what is proposed.\ngrid [1]"));
  EXPECT_THAT(notes_.str(), HasSubstr("block []"));
  EXPECT_THAT(out_.str(), HasSubstr("known     block    32: typed\n"));
  EXPECT_THAT(out_.str(), HasSubstr("proposed  grid     1: one block\n"));
  EXPECT_THAT(out_.str(), HasSubstr("\nC: right\n"));
}

// What an option states is not asked for.
TEST_F(XrayQuestions, AreNotAskedForWhatIsStated) {
  const Status status = answer(arrays, {"--block", "32", "--grid", "1"});
  EXPECT_TRUE(status.ok()) << status.error().message;
  EXPECT_THAT(notes_.str(), Not(HasSubstr("block [")));
  EXPECT_THAT(out_.str(), HasSubstr("known     block    32: stated\n"));
}

TEST_F(XrayQuestions, EndWithTheInput) {
  const Status status = answer("\n");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message, "the launch was not completed.");
}

}  // namespace
}  // namespace tcviz
