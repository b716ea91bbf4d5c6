// A kernel in a process of its own: what comes back, and what is said where nothing does. What answers there is tested
// through the program itself (tests/cli/xray_process_test.cpp).
#include "app/session/xray/xray_child.hpp"

#include <gmock/gmock.h>

#include "gpu/kernel/xray/verdict/report_fields.hpp"
#include "gpu/language/compiler/temporary_folder.hpp"
#include "gpu/layout/file.hpp"
#include "gpu/source/device/child.hpp"
#include "tests/device/shell_child.hpp"
#include "tests/layout/filled.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

XrayReport some_report(std::string_view kernel) {
  XrayReport report;
  report.kernel = kernel;
  report.findings.emplace_back().kind = FindingKind::Race;
  return report;
}
std::string printed(const XrayReport& report) { return printed_frame(answer_frame(write_record(report))); }

const XrayQuestion question{"// a kernel", false, "0:w1", ""};

TEST(XrayReportRecord, EveryFieldSurvives) {
  expect_survives<XrayFinding>({}, 3);  // that it counts, what was to be waited for, its place in the entry
  expect_survives<VerdictClass>();
  expect_survives<OutputVerdict>({}, 5);  // its numbers, and what only the judge asks
  expect_survives<XrayReport>({}, 7);     // how the execution went, and the numbers of inputs
}

TEST(XrayChild, AnswersComeFromOneProcessThatStays) {
  const Result<TemporaryFolder> folder = TemporaryFolder::make();
  const std::string starts = (folder.value().path() / "starts").string();
  const XrayWork work = kernel_runner(shell("echo x >> " + starts + "; " + printed(some_report("first")) +
                                            printed(some_report("second")) + "exec sleep 100"));
  const Result<XrayReport> first = work(question, {});
  ASSERT_TRUE(first.ok()) << first.error().message;
  EXPECT_EQ(first.value().kernel, "first");
  EXPECT_EQ(first.value().findings.at(0).kind, FindingKind::Race);
  EXPECT_EQ(work({"// another kernel", true, "", "C[0,0]"}, {}).value().kernel, "second");
  EXPECT_EQ(read_file(starts).value(), "x\n");
}

TEST(XrayChild, BadInputIsWhatTcvizSays) {
  const XrayWork work = kernel_runner(
      shell(printed_frame(error_frame(bad_input("how many threads does a block have?\n"))) + "exec sleep 100"));
  const Result<XrayReport> report = work(question, {});
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().message, "how many threads does a block have?");
}

TEST(XrayChild, ACrashIsSaidAndSurvived) {
  const Result<TemporaryFolder> folder = TemporaryFolder::make();
  const std::string file = (folder.value().path() / "crashed").string();
  const XrayWork work = kernel_runner(shell("test -e " + file + " || { touch " + file + "; kill -SEGV $$; }; " +
                                            printed(some_report("behind the crash")) + "exec sleep 100"));
  const Result<XrayReport> crashed = work(question, {});
  ASSERT_FALSE(crashed.ok());
  EXPECT_THAT(crashed.error().message, HasSubstr("the execution crashed"));
  EXPECT_EQ(work(question, {}).value().kernel, "behind the crash");
}

TEST(XrayChild, ItIsStoppedAtOnce) {
  const Result<XrayReport> report = kernel_runner(shell("exec sleep 100"))(question, [] { return true; });
  ASSERT_FALSE(report.ok());
  EXPECT_THAT(report.error().message, HasSubstr("stopped before the end"));
}

TEST(XrayChild, AProgramThatIsNotThereIsNamed) {
  for (const Error& error : {kernel_runner({"/nowhere/tcviz"})(question, {}).error(),
                             kernel_figures({"/nowhere/tcviz"})(question, ".svg").error()})
    EXPECT_THAT(error.message, HasSubstr("cannot start /nowhere/tcviz"));
}

}  // namespace
}  // namespace tcviz
