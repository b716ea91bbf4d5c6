// Kernels of many styles, each numerically right: what is said of them, and never that they are wrong.
#include "tests/xray/styles.hpp"

#include <gmock/gmock.h>

namespace tcviz {
namespace {

class ManyStyles : public testing::TestWithParam<JudgedCase> {};

// Of an output that is not judged: what its labels or its numbers lack.
std::string reasons_of(const XrayReport& report) {
  std::string text = report.reason;
  for (const OutputVerdict& output : report.outputs) {
    for (const VerdictClass& one : output.classes)
      if (one.state != VerdictState::Right) text += "; " + one.text;
    if (output.numbers) text += "; " + output.numbers->reason;
  }
  return text;
}

TEST_P(ManyStyles, AreNotCalledWrong) {
  const auto& [kernel, verdict, reason] = GetParam();
  const XrayReport report = run_case(kernel, ptx_text(kernel), {200'000});
  ASSERT_FALSE(report.refused) << *report.refused;
  ASSERT_FALSE(report.outputs.empty());
  for (const XrayFinding& finding : report.findings) ADD_FAILURE() << "line " << finding.line << ": " << finding.text;
  EXPECT_EQ(report.verdict, verdict) << reasons_of(report);
  EXPECT_THAT(reasons_of(report), testing::HasSubstr(reason));
  EXPECT_TRUE(is_numerically_right(kernel, report));
}

std::vector<JudgedCase> all_styles() {
  std::vector<JudgedCase> all = product_styles();
  for (const std::vector<JudgedCase>& more : {larger_styles(), triton_styles()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

INSTANTIATE_TEST_SUITE_P(Xray, ManyStyles, testing::ValuesIn(all_styles()),
                         [](const auto& one) { return one.param.kernel.name; });

}  // namespace
}  // namespace tcviz
