// Kernels that are right are called right, and their numbers are those of the host.
#include "tests/xray/cases.hpp"

#include <gmock/gmock.h>

namespace tcviz {
namespace {

class RightKernel : public testing::TestWithParam<KernelCase> {};

TEST_P(RightKernel, IsCalledRight) {
  const XrayReport report = run_case(GetParam(), ptx_text(GetParam()));
  ASSERT_FALSE(report.refused) << *report.refused;
  ASSERT_EQ(report.outputs.size(), 1U);
  for (const VerdictClass& one : report.outputs[0].classes)
    EXPECT_EQ(one.state, VerdictState::Right) << one.count << " elements: " << one.text;
  for (const XrayFinding& finding : report.findings) ADD_FAILURE() << "line " << finding.line << ": " << finding.text;
  EXPECT_EQ(report.verdict, VerdictState::Right) << report.reason;
  EXPECT_TRUE(is_numerically_right(GetParam(), report));
}

INSTANTIATE_TEST_SUITE_P(Xray, RightKernel, testing::ValuesIn(kernel_cases()),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace tcviz
