// Kernels in a process of their own, as the window has them executed: the program itself answers.
#include <gmock/gmock.h>

#include "app/cli/kernels/xray_example.hpp"
#include "app/session/xray/xray_child.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::vector<std::string> program = {TCVIZ_PROGRAM, "__work", "xray"};

XrayQuestion asked(const std::string& event, const std::string& path = {}) {
  return {xray_example(std::string(first_xray_example)).value(), false, event, path};
}

TEST(XrayProcess, OneExecutionAnswersManyQuestions) {
  const XrayWork work = kernel_runner(program);
  const Result<XrayReport> bare = work(asked(""), {});
  ASSERT_TRUE(bare.ok()) << bare.error().message;
  EXPECT_EQ(bare.value().verdict, VerdictState::Right);
  EXPECT_FALSE(bare.value().snapshot);
  const Result<XrayReport> product = work(asked("0:w0"), {});
  ASSERT_TRUE(product.ok()) << product.error().message;
  ASSERT_TRUE(product.value().snapshot);
  EXPECT_EQ(product.value().snapshot->a.cells.size(), 256u);
  EXPECT_EQ(product.value().milliseconds, bare.value().milliseconds) << "it was executed anew";
  const Result<XrayReport> path = work(asked("0:w0", "C[3,5]"), {});
  ASSERT_TRUE(path.ok()) << path.error().message;
  EXPECT_THAT(path.value().path, Not(IsEmpty()));
  EXPECT_TRUE(path.value().snapshot);
  EXPECT_THAT(work(asked("0:w0"), {}).value().path, IsEmpty());
}

TEST(XrayProcess, WhatIsWrongIsSaidAndTheNextKernelIsExecuted) {
  const XrayWork work = kernel_runner(program);
  EXPECT_THAT(work({"// a kernel", false, "", ""}, {}).error().message, HasSubstr("this is not PTX"));
  EXPECT_THAT(work(asked("9:w0"), {}).error().message, HasSubstr("--event '9:w0': warp 0 has executed"));
  XrayQuestion other = asked("");
  other.access = "1";
  EXPECT_THAT(work(other, {}).error().message, HasSubstr("--access"));
  EXPECT_TRUE(work(asked(""), {}).ok());
}

TEST(XrayProcess, AProductIsDrawn) {
  const Result<std::string> figure = kernel_figures(program)(asked("0:w0"), ".svg");
  ASSERT_TRUE(figure.ok()) << figure.error().message;
  EXPECT_THAT(figure.value(), HasSubstr("</svg>"));
}

}  // namespace
}  // namespace tcviz
