// Whatever a text does when it is run, it ends with a sentence and leaves nothing behind.
#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>

#include "gpu/language/compiler/compiled_text.hpp"
#include "gpu/language/compiler/limited_process.hpp"
#include "tests/compiler/accumulator.hpp"

namespace tcviz {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

class Limits : public WithCompiler {
 protected:
  void SetUp() override {
    WithCompiler::SetUp();
    before_ = left_behind();
  }
  void TearDown() override { EXPECT_LE(left_behind(), before_); }
  // What comes of a function `row` with this body.
  std::string outcome(const std::string& body) const {
    const std::string text =
        "#include <fcntl.h>\n#include <sys/wait.h>\n#include <unistd.h>\n#include <thread>\n"
        "int row(int tid, int i) { " +
        body + " }\nint col(int tid, int i) { return 0; }\n";
    const auto found = judge_compiled({text, "f.cu", ""}, accumulator());
    if (!found) return found.error().message;
    EXPECT_FALSE(found.value().verdict.ok());
    const auto& undefined = found.value().verdict.undefined;
    return undefined ? undefined->message : "wrong";
  }
  int before_ = 0;
};

TEST_F(Limits, a_loop_without_an_end) { EXPECT_THAT(outcome("for (;;) {}"), HasSubstr("did not end within")); }

TEST_F(Limits, a_process_that_sleeps) {
  EXPECT_THAT(outcome("sleep(1000); return 0;"), HasSubstr("did not end within"));
}

TEST_F(Limits, no_other_process_begins) {
  EXPECT_EQ(outcome("for (;;) if (fork() < 0) std::abort();"), "an assertion or abort()");
  EXPECT_THAT(outcome("std::thread([] {}).join(); return 0;"), HasSubstr("exception"));
}

TEST_F(Limits, no_file_is_written) {
  const std::string file = testing::TempDir() + "tcviz_written_by_a_text_" + std::to_string(getpid());
  EXPECT_EQ(outcome("if (open(\"" + file + "\", O_CREAT | O_WRONLY, 0600) < 0) std::abort(); return 0;"),
            "an assertion or abort()");
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(Limits, no_other_process_is_harmed) {
  EXPECT_EQ(outcome("if (kill(getppid(), SIGKILL) != 0) std::abort(); return 0;"), "an assertion or abort()");
}

TEST_F(Limits, crashes) {
  EXPECT_THAT(outcome("return *(volatile int*)(8 * (size_t)tid + 8);"), HasSubstr("bad address"));
  EXPECT_THAT(outcome("return row(tid + 1, i) + 1;"), AnyOf(HasSubstr("bad address"), HasSubstr("does not fit")));
  EXPECT_THAT(outcome("_exit(0);"), HasSubstr("ended its process"));
  EXPECT_THAT(outcome("throw 1;"), HasSubstr("exception"));
  EXPECT_THAT(outcome("return (int)std::vector<char>((size_t)2 << 30).size();"), HasSubstr("exception"));
}

TEST_F(Limits, a_compilation_without_an_end_can_be_stopped) {
  const auto found =
      judge_compiled({"int row(int tid, int i) { return 0; }", "f.cu", ""}, accumulator(), [] { return true; });
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().message, "Stopped.");
}

TEST(LimitedProcessTest, a_group_ends_with_its_first) {
  LimitedProcess process{{"/bin/sh", "-c", "sleep 1000 & echo $!"}, "/tmp", {}};
  process.limits.computes_only = false;
  process.limits.wall = std::chrono::milliseconds(500);
  const auto end = run_limited(process);
  ASSERT_TRUE(end);
  const int child = std::atoi(end.value().answer.c_str());
  ASSERT_GT(child, 0);
  for (int tries = 0; tries < 100 && kill(child, 0) == 0; ++tries) usleep(10'000);
  std::error_code ignored;
  const std::string state = "/proc/" + std::to_string(child) + "/exe";  // a zombie has none
  EXPECT_FALSE(std::filesystem::exists(std::filesystem::read_symlink(state, ignored), ignored));
}

TEST(HostCompilerTest, one_that_is_named_must_be_there) {
  setenv("TCVIZ_CXX", "/nowhere/g++", 1);
  const auto found = find_host_compiler();
  unsetenv("TCVIZ_CXX");
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, HasSubstr("/nowhere/g++"));
}

}  // namespace
}  // namespace tcviz
