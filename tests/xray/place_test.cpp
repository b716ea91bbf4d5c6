// What is found at the end has a place: the store that brought it there, or the last product of a sum.
#include <gmock/gmock.h>

#include "tests/xray/changed.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

int ptx_line_with(const std::string& text, const std::string& piece) {
  return 1 +
         static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find(piece)), '\n'));
}

// C[y * 32 + x] = t[x][y]: place 1 is stored by y = 0, x = 1.
TEST(PlacesOfStores, AreThoseOfTheThreadThatStored) {
  KernelCase made;
  made.file = "elementwise.ptx", made.entry = "transpose", made.block = "32,32";
  made.arguments = {"A=f32[m:32,n:32]", "C=out f32[m:32,n:32]", "32", "32"};
  const XrayReport report = run_case(made, ptx_text(made));
  const XrayFinding* const found = finding_of(report, FindingKind::Store);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->expected, "C[0,1]");
  EXPECT_EQ(found->line, line_with("elementwise.cu", "C[y * 32 + x] = t[x][y]"));
  EXPECT_EQ(found->warp, 0);
  EXPECT_EQ(found->lane, 1);
  EXPECT_THAT(found->opcode, HasSubstr("st.global"));
  EXPECT_THAT(found->register_name, HasSubstr("%f"));
}

// Of an accumulator of m16n8, lane 0 has [0,0], [0,1], [8,0] and [8,1]: the third is not where it belongs now.
TEST(PlacesOfStores, NameTheRegister) {
  const std::string text = replaced(ptx_text(kernel_case("mma_naive")), "[%rd22], %f122", "[%rd22], %f121");
  const XrayReport report = run_case(kernel_case("mma_naive"), text);
  const XrayFinding* const found = finding_of(report, FindingKind::Store);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(report.verdict, VerdictState::Wrong);
  EXPECT_EQ(found->expected, "C[8,0]");
  EXPECT_THAT(found->got, HasSubstr("[m=8, n=1]"));
  EXPECT_EQ(found->ptx_line, ptx_line_with(text, "[%rd22], %f121"));
  EXPECT_EQ(found->register_name, "%f121");
  EXPECT_EQ(found->lane, 0);
}

// k has 5 steps of 16, the last of them behind the loop: without it the fourth product is the last that feeds a sum.
TEST(PlacesOfSums, AreTheLastProductThatFedThem) {
  const std::string whole = ptx_text(kernel_case("mma_naive"));
  const std::string text = replaced(whole, "mma.sync", "// mma.sync", 4);
  const XrayReport report = run_case(kernel_case("mma_naive"), text);
  EXPECT_EQ(report.verdict, VerdictState::Incomplete);
  const XrayFinding* const found = finding_of(report, FindingKind::Incomplete);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->text, HasSubstr("C[0,0] holds sum over k 0..63"));
  EXPECT_THAT(found->opcode, HasSubstr("mma.sync"));
  EXPECT_EQ(found->ptx_line, ptx_line_with(whole, "{%r51,%r52,%r53,%r54}"));
  EXPECT_THAT(found->remedy, HasSubstr("a step of the loop"));
  EXPECT_EQ(found->warp, 0);
}

// Sums of three warps of four meet where they are added: no product gave them.
TEST(PlacesOfSums, HaveTheStoreWhereNoProductGaveThem) {
  const std::string text = entry_text("split_shared");
  const std::size_t last = text.rfind("add.f32"), end = text.find(';', last);
  const std::string add = text.substr(last, end - last);  // add.f32 %f1, %f2, %f3
  const std::string d = add.substr(add.find('%'), add.find(',') - add.find('%'));
  const std::string a = add.substr(add.find(',') + 2, add.rfind(',') - add.find(',') - 2);
  const XrayReport report =
      run_case(kernel_case("split_shared"), std::string(text).replace(last, end - last, "mov.f32 " + d + ", " + a));
  const XrayFinding* const found = finding_of(report, FindingKind::Incomplete);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(report.verdict, VerdictState::Incomplete);
  EXPECT_EQ(found->line, line_with("split_k.cu", "C[at] = sums[0][at]"));
  EXPECT_THAT(found->opcode, HasSubstr("st.global"));
}

// An element that nobody stored has no place.
TEST(PlacesOfSums, NothingIsSaidOfWhatWasNeverStored) {
  const XrayReport report = run_case(kernel_case("mma_naive"),
                                     replaced(ptx_text(kernel_case("mma_naive")), "st.global.f32 \t[%rd22+4]", "// "));
  EXPECT_EQ(report.verdict, VerdictState::Incomplete);
  EXPECT_EQ(finding_of(report, FindingKind::Incomplete), nullptr);
}

}  // namespace
}  // namespace tcviz
