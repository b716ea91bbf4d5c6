// The button "Compile and run": a text beyond the reader, compiled beside the window and judged.
#include "app/session/formula/formula_threads.hpp"

#include <gmock/gmock.h>

#include "app/session/formula/formula_judge.hpp"
#include "gpu/language/compiler/host_compiler.hpp"
#include "tests/layout/samples.hpp"

namespace tcviz {
namespace {

TEST(FormulaCompiler, what_a_compiler_may_read_is_offered_and_judged) {
  if (!find_host_compiler()) GTEST_SKIP() << "no C++ compiler here";
  const Layout layout = samples::of_formula({4, 2, 4, 2}, [](int tid, int i) { return tid * 2 + i; });
  const FormulaText text{true, "", "",
                         "int row(int t, int i) { return t < 1 ? 0 : 1 + row(t - 1, i); }\n"
                         "int col(int t, int i) { return std::max<int>({i, 0}); }"};
  const auto read = judge(text, layout, {});
  EXPECT_EQ(read->judgement, Judgement::Unreadable);
  EXPECT_TRUE(read->may_compile);
  FormulaThread compiler = compiler_thread([] {});
  compiler.start({text, std::make_shared<const Layout>(layout)});
  ASSERT_TRUE(compiler.wait(std::chrono::minutes(2)));
  const auto news = compiler.take_news();
  ASSERT_EQ(news.size(), 1);
  const Judged& judged = *std::get<TakeCompiled>(news.front()).judged;
  EXPECT_EQ(judged.judgement, Judgement::Right) << judged.headline;
  EXPECT_THAT(judged.headline, testing::HasSubstr("compiled by "));
  EXPECT_EQ(got_of(judged, layout, {3, 1}), "(3, 1)");
}

}  // namespace
}  // namespace tcviz
