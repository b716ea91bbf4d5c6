// What people do around a product is right or not judged, and never wrong.
#include <gmock/gmock.h>

#include "tests/xray/changed.hpp"

namespace tcviz {
namespace {

struct StyleCase {
  std::string entry, grid, block;
  std::vector<std::string> arguments;
  VerdictState verdict = VerdictState::Right;
  std::string file = "elementwise.ptx";
  std::vector<std::string> expect = {};
};

class Style : public testing::TestWithParam<StyleCase> {};

TEST_P(Style, IsNotCalledWrong) {
  KernelCase made;
  made.file = GetParam().file, made.entry = GetParam().entry, made.grid = GetParam().grid;
  made.block = GetParam().block;
  made.arguments = GetParam().arguments;
  made.expect = GetParam().expect;
  const XrayReport report = run_case(made, ptx_text(made));
  ASSERT_FALSE(report.refused) << *report.refused;
  for (const XrayFinding& finding : report.findings) ADD_FAILURE() << "line " << finding.line << ": " << finding.text;
  EXPECT_EQ(report.verdict, GetParam().verdict) << report.reason << report.outputs.at(0).classes.at(0).text;
}

const std::vector<StyleCase> styles = {
    {"gelu", "8", "16", {"A=f32[m:8,k:24]", "B=f32[k:24,n:16]", "R=f32[m:8,n:16]", "C=out f32[m:8,n:16]", "16", "24"}},
    {"lnorm", "8", "32", {"A=f32[m:8,k:96]", "g=f32[k:96]", "C=out f32[m:8,k:96]", "96"}},
    {"silu", "3", "32", {"A=f32[m:8,k:11]", "C=out f32[m:8,k:11]", "88"}},
    {"residual",
     "8",
     "16",
     {"A=f16[m:8,k:24]", "B=f16[k:24,n:16]", "C=inout f16[m:8,n:16]", "16", "24"},
     VerdictState::Right,
     "elementwise.ptx",
     {"C = C + max(sum(k: A * B), 0.01 * sum(k: A * B))"}},
    {"transpose", "1", "32,32", {"A=f32[m:32,n:32]", "C=out f32[n:32,m:32]", "32", "32"}},
    {"halves", "8", "16", {"A=f16[m:8,k:24]", "B=f16[k:24,n:32]", "C=out f16[m:8,n:32]", "24"}},
    {"split3",
     "8",
     "16",
     {"A=f32[m:8,k:24]*0.317", "B=f32[k:24,n:16]*0.317", "C=out f32[m:8,n:16]", "16", "24"},
     VerdictState::Unjudged},
    {"softmax", "8", "32", {"A=f32[m:8,k:96]", "C=out f32[m:8,k:96]", "96"}},
    {"rows_causal",
     "2",
     "16",
     {"Q=f32[q:32,e:16]*0.3", "K=f32[j:32,e:16]*0.3", "V=f32[j:32,d:16]", "O=out f32[q:32,d:16]", "32"},
     VerdictState::Unjudged,
     "rows.ptx"},
    {"rows_causal",
     "2",
     "16",
     {"Q=f32[q:32,e:16]*0.3", "K=f32[j:32,e:16]*0.3", "V=f32[j:32,d:16]", "O=out f32[q:32,d:16]", "32"},
     VerdictState::Right,
     "rows.ptx",
     {"O = sum(j: softmax(j: causal(q, j: log(2) * sum(e: Q * K))) * V)"}},
    {"split3",
     "8",
     "16",
     {"A=f32[m:8,k:24]*0.317", "B=f32[k:24,n:16]*0.317", "C=out f32[m:8,n:16]", "16", "24"},
     VerdictState::Right,
     "elementwise.ptx",
     {"C = sum(k: A * B)"}},
};
INSTANTIATE_TEST_SUITE_P(Xray, Style, testing::ValuesIn(styles), [](const auto& one) {
  return one.param.entry + (one.param.expect.empty() ? "" : "_with_expectation");
});

// Nothing of a difference of equal sums is left, whatever the labels say.
TEST(StyleOfStores, AnOutputOfZerosIsNotCalledRight) {
  KernelCase made = kernel_case("scalar");
  std::string text = ptx_text(made);
  const std::size_t store = text.find("st.global.f32");
  const std::size_t begin = text.find("%f", store), end = text.find(';', begin);
  const std::string sum = text.substr(begin, end - begin);
  text.insert(store, "sub.f32 " + sum + ", " + sum + ", " + sum + ";\n\t");
  const XrayReport report = run_case(made, text);
  EXPECT_EQ(report.verdict, VerdictState::Unjudged);
  EXPECT_EQ(report.outputs.at(0).classes.at(0).text, "every element is exactly zero");
}

// Every one of a text.
std::string all_replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

// The bits 0xFF are -1 or 255: a product that takes one for the other is not called right, as none of f16 for bf16 is.
TEST(StyleOfSigns, AByteThatIsMultipliedWithAnotherSignIsNotJudged) {
  struct Signs {
    const char *name, *from, *to, *a, *b;  // a, b: as what the factors would have to be declared
  };
  for (const Signs& of : {Signs{"mma_s8", ".s32.s8.s8.s32", ".s32.s8.u8.s32", "s8", "u8"},
                          {"mma_s8", ".s32.s8.s8.s32", ".s32.u8.s8.s32", "u8", "s8"},
                          {"mma_u8", ".s32.u8.u8.s32", ".s32.s8.s8.s32", "s8", "s8"},
                          {"wgmma_s8", ".s32.s8.s8 ", ".s32.s8.u8 ", "s8", "u8"}}) {
    KernelCase made = kernel_case(of.name);
    const std::string text = all_replaced(ptx_text(made), of.from, of.to);
    const XrayReport report = run_case(made, text);
    ASSERT_FALSE(report.refused) << *report.refused;
    EXPECT_EQ(report.verdict, VerdictState::Unjudged) << of.name << of.to;
    EXPECT_EQ(report.outputs.at(0).classes.at(0).text, "bits of one format are read as another");
    made.arguments[0].replace(2, 2, of.a);
    made.arguments[1].replace(2, 2, of.b);
    EXPECT_EQ(run_case(made, text).verdict, VerdictState::Right) << of.name << of.to;
  }
}

// Loads and stores of bytes are moves, whichever sign they are called by.
TEST(StyleOfSigns, ABytesSignDoesNotMatterWhereItIsMoved) {
  KernelCase made;
  made.entry = "f", made.block = "64", made.arguments = {"A=s8[m:64]", "C=out s8[m:64]"};
  const XrayReport report =
      run_case(made,
               ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry f(.param .u64 A, .param .u64 C)\n{\n"
               ".reg .b16 %rs<3>; .reg .b32 %r<3>; .reg .b64 %rd<6>; mov.u32 %r1, %tid.x; cvt.u64.u32 %rd1, %r1;\n"
               "ld.param.u64 %rd2, [A]; ld.param.u64 %rd3, [C]; add.s64 %rd4, %rd2, %rd1; add.s64 %rd5, %rd3, %rd1;\n"
               "ld.global.u8 %rs1, [%rd4]; mov.b16 %rs2, %rs1; st.global.u8 [%rd5], %rs2; ret;\n}\n");
  ASSERT_FALSE(report.refused) << *report.refused;
  EXPECT_EQ(report.verdict, VerdictState::Right) << report.outputs.at(0).classes.at(0).text;
}

// A bias that is given and left out is no product that is right; one of which a part is read is not doubted for that.
TEST(StyleOfInputs, AnInputOfWhichNothingIsReadIsNamed) {
  KernelCase made = kernel_case("mma_naive");
  std::string text = ptx_text(made);
  text = replaced(text, "_Z4gemmPK6__halfS1_Pfiii(", "_Z4gemmPK6__halfS1_Pfiii(.param .u64 bias,");
  made.arguments.insert(made.arguments.begin(), "bias=f32[n:24]");
  const XrayReport report = run_case(made, text);
  ASSERT_FALSE(report.refused) << *report.refused;
  EXPECT_EQ(report.verdict, VerdictState::Unjudged);
  EXPECT_EQ(report.outputs.at(0).classes.at(0).text, "bias is an input, but none of it was read");
  made.arguments[0] = "null";
  EXPECT_EQ(run_case(made, text).verdict, VerdictState::Right);
  made.arguments[0] = "bias=f32[n:24]";
  const std::size_t body = text.find("\tld.param");
  text.insert(body, ".reg .b64 at; .reg .f32 got; ld.param.u64 at, [bias]; ld.global.f32 got, [at];\n");
  EXPECT_EQ(run_case(made, text).verdict, VerdictState::Right);
}

// A store to the transposed place is no transposition that was declared.
TEST(StyleOfStores, AnElementInAnotherPlaceIsWrong) {
  KernelCase made;
  made.file = "elementwise.ptx", made.entry = "transpose", made.block = "32,32";
  made.arguments = {"A=f32[m:32,n:32]", "C=out f32[m:32,n:32]", "32", "32"};
  const XrayReport report = run_case(made, ptx_text(made));
  EXPECT_EQ(report.verdict, VerdictState::Wrong);
  ASSERT_FALSE(report.findings.empty());
  EXPECT_EQ(report.findings[0].kind, FindingKind::Store);
}

}  // namespace
}  // namespace tcviz
