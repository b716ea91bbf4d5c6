// Verdicts: what people published, in every notation, against the sources it claims to describe.
#include "gpu/language/formula/check.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "gpu/language/formula/check_inverse.hpp"
#include "gpu/language/formula/repair.hpp"
#include "gpu/layout/layout_file.hpp"
#include "tests/layout/samples.hpp"

namespace tcviz {
namespace {

Layout layout_of(const std::string& file, const std::string& kind) {
  auto layouts = read_layouts(std::filesystem::path(TCVIZ_LAYOUT_FILES) / file);
  for (Layout& layout : layouts.value())
    if (layout.kind() == kind) return std::move(layout);
  ADD_FAILURE() << kind;
  return samples::make(samples::data_of({1, 1, 1, 1}, {0}));
}

Verdict check(const Layout& layout, const std::string& row, const std::string& col) {
  const auto a = read_formula(row, {Inputs::Slot, Quantity::Row});
  const auto b = read_formula(col, {Inputs::Slot, Quantity::Col});
  EXPECT_TRUE(a && b) << row << " / " << col;
  const Formula* const both[] = {&*a.value, &*b.value};
  Verdict verdict;
  EXPECT_TRUE(Checker(layout).check(both, verdict));
  return verdict;
}

Verdict check(const Layout& layout, const std::string& text, Notation notation) {
  const auto formula = read_formula(text, {});
  EXPECT_TRUE(formula) << text << ": " << (formula ? "" : formula.diagnostics.front().message);
  Verdict verdict;
  if (!formula) return verdict;
  EXPECT_EQ(formula.value->notation, notation) << text;
  const Formula* const one = &*formula.value;
  const Status done = Checker(layout).check({&one, 1}, verdict);
  EXPECT_TRUE(done) << done.error().message;
  return verdict;
}

// The README's formulae, as printed there with their `return`.
const std::string turing_row = "return ((i & 2) << 2) + ((tid & 28) >> 2);";
const std::string turing_col = "return (i & 1) + ((i & 4) << 1) + ((tid & 3) << 1);";
const std::string volta_row = "return (i & 2) + (tid & 1) + ((tid & 4) << 1) + ((tid & 16) >> 2);";
const std::string volta_col = "return (i & 5) + (tid & 10);";
const std::string half_row = "return (tid & 3) + ((tid & 4) << 1) + ((tid & 16) >> 2);";
const std::string half_col = "return (i & 7) + (tid & 8);";
// The paper's source code 2: an index into column-major memory.
const std::string paper =
    "unsigned get_m_table(\nconst unsigned tid,\nconst unsigned i) {\n\nreturn (((tid >> 2) & 0b1) << 3)\n+ ((tid >> "
    "4) << 2)\n"
    "+ ((tid & 0b11) << 4)\n+ ((i >> 2) << 6)\n+ (i & 0b11);\n}";

TEST(Check, PublishedFormulaeOnTheirSourcesAndOnOthers) {
  const Layout volta = layout_of("published_sm_70.json", "wmma.m16n16k16.acc.f32");
  const Layout half = layout_of("published_sm_70.json", "wmma.m16n16k16.acc.f16");
  const Layout turing = layout_of("published_sm_75.json", "wmma.m16n16k16.acc.f32");
  const Layout hopper = layout_of("sm_90.json", "wmma.m16n16k16.acc.f32");
  EXPECT_TRUE(check(volta, volta_row, volta_col).ok());
  EXPECT_TRUE(check(half, half_row, half_col).ok());
  EXPECT_TRUE(check(turing, turing_row, turing_col).ok());
  EXPECT_TRUE(check(hopper, turing_row, turing_col).ok());
  EXPECT_FALSE(check(volta, turing_row, turing_col).ok());
  EXPECT_FALSE(check(hopper, volta_row, volta_col).ok());
  EXPECT_FALSE(check(half, volta_row, volta_col).ok());
}

TEST(Check, ThePapersIndexIsColumnMajor) {
  const Layout layout = layout_of("published_sm_70.json", "wmma.m16n16k16.a.f16.col");
  EXPECT_FALSE(check(layout, paper, Notation::Function).ok());
  const auto whole = paper.find("return") + 7, end = paper.rfind(';');
  Checker checker(layout);
  const auto repairs = find_repairs(checker, paper.substr(whole, end - whole), {}, 3, std::chrono::seconds(1));
  ASSERT_FALSE(repairs.empty());
  EXPECT_EQ(repairs.front().description, "the index is column-major here");
}

// Brute force over the layout, with the mistake made by hand: i & 2 goes to bit 4 instead of bit 3.
TEST(Check, CountsAndTheFirstMismatch) {
  const Layout layout = layout_of("sm_90.json", "wmma.m16n16k16.acc.f32");
  const Verdict verdict = check(layout, "((i & 2) << 3) + (tid >> 2)", turing_col);
  EXPECT_EQ(verdict.slots, 256);
  EXPECT_EQ(verdict.mismatches, 128);
  EXPECT_EQ(verdict.row_mismatches, 128);
  EXPECT_EQ(verdict.col_mismatches, 0);
  ASSERT_TRUE(verdict.first);
  EXPECT_EQ(verdict.first->slot, (Slot{0, 2}));
  EXPECT_EQ(*verdict.first->expected, (Element{8, 0}));
  EXPECT_EQ(verdict.first->row, 16);
  EXPECT_EQ(verdict.cells[2], Cell::Outside);
  EXPECT_EQ(verdict.cells[0], Cell::Right);
  EXPECT_EQ(check(layout, "tid >> 2", "0").cells[1], Cell::Wrong);
}

TEST(Check, UndefinedIsNeverANumber) {
  const Layout layout = layout_of("sm_90.json", "wmma.m16n16k16.acc.f32");
  const Verdict verdict = check(layout, "i < 4 ? (i & 2) << 2 | tid >> 2 : 8 / (tid - 3)", turing_col);
  ASSERT_TRUE(verdict.undefined);
  EXPECT_EQ(verdict.undefined->slot, (Slot{3, 4}));
  EXPECT_EQ(verdict.undefined->message, "division by zero");
  EXPECT_EQ(verdict.cells[3 * 8 + 4], Cell::Undefined);
  const Verdict missing = check(layout, "int row; if (i < 2) row = tid >> 2;", Notation::Statements);
  ASSERT_TRUE(missing.undefined);
  EXPECT_EQ(missing.undefined->slot, (Slot{0, 2}));
  const Verdict endless = check(layout, "int a = 0; while (1) a = a; row = a;", Notation::Statements);
  ASSERT_TRUE(endless.undefined);
  EXPECT_THAT(endless.undefined->message, testing::HasSubstr("loop"));
}

// What is said of a col is what is said of it beside a right row, whatever the row does; and the other way round.
TEST(Check, AFormulaWithoutAValueBlamesNoOther) {
  const Layout layout = layout_of("sm_90.json", "wmma.m16n16k16.acc.f32");
  for (const std::string undefined : {"tid / 0", "tid / i", "tid % (i & 1)", "2147483647 + tid", "1 << 40",
                                      "-1 >> tid - 9", "(1 << 31) / -1", "i < 4 ? tid / 0 : 1 << 99"})
    for (const std::string other : {"0", "tid", "tid >> 2", "i / (tid & 1)"})
      for (const std::string& right : {turing_row, turing_col}) {
        const Verdict as_row = check(layout, undefined, right), as_col = check(layout, right, undefined);
        EXPECT_EQ(as_row.col_mismatches, check(layout, turing_row, right).col_mismatches) << undefined;
        EXPECT_EQ(as_col.row_mismatches, check(layout, right, turing_col).row_mismatches) << undefined;
        EXPECT_EQ(check(layout, undefined, other).col_mismatches, check(layout, turing_row, other).col_mismatches);
        EXPECT_EQ(check(layout, other, undefined).row_mismatches, check(layout, other, turing_col).row_mismatches);
        EXPECT_GT(as_row.row_mismatches, 0) << undefined;
        EXPECT_GT(as_col.col_mismatches, 0) << undefined;
        EXPECT_TRUE(as_row.undefined && as_col.undefined) << undefined;
      }
  EXPECT_EQ(check(layout, "tid / 0", turing_col).col_mismatches, 0);
  EXPECT_EQ(check(layout, "tid / 0", turing_col).row_mismatches, 256);
  EXPECT_EQ(check(layout, "1 / (tid - 1) * 0", "0").row_mismatches, 240 + 4);  // 16 rows are 0, 4 of tid 1
}

struct Text {
  Notation notation;
  const char* text;
};

// The accumulator of sm_75 and later, in every notation.
TEST(Check, EveryNotation) {
  const Text texts[] = {
      {Notation::Expression, "((i & 2) << 2 | tid >> 2) * COLS + (i & 1) + (i & 4) * 2 + tid % 4 * 2"},
      {Notation::Statements,
       "row = tid >> 2; row |= (i & 2) << 2; col = (tid & 3) << 1; col += i & 1; if (i & 4) col += 8;"},
      {Notation::Statements,
       "int g = groupID; row = g + (i / 2 % 2 ? 8 : 0); col = threadID_in_group * 2 + (i & 1) + (i > 3) * 8"},
      {Notation::Statements, "return ((i & 2) << 2 | lane >> 2) * 16 + (i & 1) + (i & 4) * 2 + lane % 4 * 2;"},
      {Notation::Function,
       "template <int N> __host__ __device__ __forceinline__ static void place(unsigned int lane, unsigned int v, int& "
       "r, int& c) {\n"
       "  r = 0;\n  for (int b = 2; b < 5; ++b) r |= ((lane >> b) & 1) << (b - 2);\n  r += (v & 2) ? 8 : 0;\n"
       "  c = (lane & 3) * 2 + (v & 1);\n  if (v >= 4) { c += 8; } else { c += 0; }\n}"},
      {Notation::Function,
       "struct Place { int row, col; };\nconstexpr Place place(int tid, int i) { return {tid / 4 + i / 2 % 2 * 8, tid "
       "% 4 * 2 + i % 2 + i / 4 * 8}; }"},
      {Notation::Function,
       "__device__ int2 f(int t, int k) { int2 p; p.x = t / 4 + k / 2 % 2 * 8; p.y = t % 4 * 2 + k % 2 + k / 4 * 8; "
       "return p; }"},
      {Notation::Function,
       "int row(int i, int tid) { tid %= 32; return tid / 4 + i / 2 % 2 * 8; }\nint col(int i, int tid) { return tid % "
       "4 * 2 + i % 2 + i / 4 * 8; }"},
      {Notation::Function,
       "auto f(int tid, int i) { return std::make_pair(tid / 4 + i / 2 % 2 * 8, tid % 4 * 2 + i % 2 + i / 4 * 8); }"},
      {Notation::Ptx,
       "groupID           = %laneid >> 2\nthreadID_in_group = %laneid % 4\n\n"
       "row =      groupID       for ci where  0 <= i < 2 || 4 <= i < 6\n         groupID + 8   Otherwise\n\n"
       "col =  (threadID_in_group * 2) + (i & 0x1)           for ci where i <  4\n(threadID_in_group * 2) + (i & 0x1) "
       "+ 8     for ci where i >= 4\n"},
      {Notation::Ptx,
       "row = X for ci where i = {0,..,7}\nwhere X = %laneid / 4 + (i & 2) * 4\ncol = Y if i < 4\nY + 8 "
       "otherwise\nwhere Y = (%laneid % 4) * 2 + (i & 0b1)"},
      {Notation::Ptx,
       "row = groupID for c0, c1, c4 and c5 ; groupID + 8 for c2 and c3 ; groupID + 8 for c6, c7\n"
       "col = threadID_in_group * 2 + (i & 1) + (i & 4) * 2"},
      {Notation::Cute, "((4,8),(2,2,2)):((32,1),(16,8,128))"},
      {Notation::Cute, "((_4,_8),(_2,(_2,_2))) : ((_32,_1),(_16,(_8,_128)))"},
      {Notation::Bases, "tid: (0,2) (0,4) (1,0) (2,0) (4,0) ; i: (0,1) (8,0) (0,8)"},
  };
  const Layout layout = layout_of("sm_90.json", "wmma.m16n16k16.acc.f32");
  for (const Text& each : texts) {
    const Verdict verdict = check(layout, each.text, each.notation);
    EXPECT_TRUE(verdict.ok()) << each.text << "\n"
                              << verdict.mismatches << (verdict.undefined ? verdict.undefined->message : "");
  }
}

TEST(Check, CuteForOtherSizesIsRefused) {
  const auto formula = read_formula("((4,8),(2,2)):((32,1),(16,8))", {});
  ASSERT_TRUE(formula);
  const Formula* const one = &*formula.value;
  Verdict verdict;
  const Layout layout = layout_of("sm_90.json", "wmma.m16n16k16.acc.f32");
  EXPECT_FALSE(Checker(layout).check({&one, 1}, verdict));
}

// A 128-thread layout of 128 values, with jumps and without: blocks and single slots say the same.
TEST(Check, LargeLayouts) {
  const Layout layout =
      samples::of_formula({128, 128, 128, 128}, [](int tid, int i) { return tid * 128 + (i ^ (tid & 7)); });
  EXPECT_TRUE(check(layout, "tid", "i ^ tid & 7").ok());
  EXPECT_TRUE(check(layout, "tid < 64 ? tid : tid", "i ^ tid & 7").ok());
  EXPECT_EQ(check(layout, "tid", "i ^ tid & 3").mismatches, 128 * 64);
  EXPECT_EQ(check(layout, "tid", "i ? i ^ tid & 3 : tid & 7").mismatches, 64 * 127);
}

TEST(Check, SlotsWithoutAnElementAreNotAsked) {
  const Layout layout = samples::make(samples::data_of({1, 3, 2, 2}, {0, 1, 2, no_element}));
  const Verdict verdict = check(layout, "0", "tid * 2 + i");
  EXPECT_EQ(verdict.slots, 3);
  EXPECT_TRUE(verdict.ok());
  EXPECT_EQ(verdict.cells[3], Cell::Unasked);
}

Result<InverseVerdict> inverse(const Layout& layout, const std::string& tid, const std::string& i) {
  const auto a = read_formula(tid, {Inputs::Element, Quantity::Tid}),
             b = read_formula(i, {Inputs::Element, Quantity::I});
  EXPECT_TRUE(a && b);
  const Formula* const both[] = {&*a.value, &*b.value};
  return check_inverse(layout, both);
}

// Two owners of every element: any of them without r; with r both, each once.
TEST(CheckInverse, Replicas) {
  const Layout twice = samples::of_formula({16, 16, 32, 16}, [](int tid, int i) { return (tid * 16 + i) % 256; });
  EXPECT_TRUE(inverse(twice, "row", "col").value().ok());
  EXPECT_TRUE(inverse(twice, "row + 16", "col").value().ok());
  EXPECT_TRUE(inverse(twice, "row + (col & 1) * 16", "col").value().ok());
  EXPECT_TRUE(inverse(twice, "row + 16 * r", "col").value().ok());
  EXPECT_EQ(inverse(twice, "row + 16 * r", "col").value().asked, 512);
  EXPECT_EQ(inverse(twice, "row + 0 * r", "col").value().mismatches, 256);  // the same owner twice
  EXPECT_FALSE(inverse(twice, "row + 32 * r", "col").value().ok());
}

// Every single edit of a right formula's numbers, signs and names is undone by a repair that is right.
TEST(Repair, EveryRepairIsRight) {
  const Layout layout = layout_of("sm_90.json", "wmma.m16n16k16.acc.f32");
  Checker checker(layout);
  const char* const broken[] = {"((i & 2) << 3) + ((tid & 28) >> 2)",           "((i & 2) << 2) + ((tid & 24) >> 2)",
                                "((i & 2) << 2) & ((tid & 28) >> 2)",           "((tid & 2) << 2) + ((tid & 28) >> 2)",
                                "((tid & 2) << 2) + ((i & 28) >> 2)",           "(tid & 28) >> 2",
                                "((i & 2) << 2) + ((tid & 28) >> 2) + (i & 1)", "((i & 2) << 2) - ((tid & 28) << 2)"};
  for (const char* text : broken) {
    const auto repairs = find_repairs(checker, text, {Inputs::Slot, Quantity::Row}, 3, std::chrono::seconds(2));
    const bool two_mistakes = std::string(text).find('-') != std::string::npos;
    EXPECT_EQ(repairs.empty(), two_mistakes) << text;
    for (const Repair& repair : repairs) EXPECT_EQ(check(layout, repair.text, turing_col).mismatches, 0) << repair.text;
  }
  EXPECT_TRUE(find_repairs(checker, "tid >> 2 | (i & 2) << 2", {Inputs::Slot, Quantity::Row}).empty());
  EXPECT_TRUE(right_when_exchanged(checker, "(i & 1) + ((i & 4) << 1) + ((tid & 3) << 1)", "tid >> 2 | (i & 2) << 2"));
}

// A wrong bit, a mask that is missing, in the writer's own spelling; and which of several numbers is meant.
// Without `i *` row would be a number alone, and the text one of col only: that is right, and no repair of row.
TEST(Repair, LeavesNoOutputOut) {
  const Layout layout = layout_of("sm_90.json", "mma.m16n8k8.b.tf32");
  Checker checker(layout);
  const std::string text =
      "import numpy as np\ntid = np.arange(32)[:, None]\ni = np.arange(2)[None, :]\nrow = (i * 4)\ncol = (tid >> 2)\n";
  for (const Repair& repair : find_repairs(checker, text, {Inputs::Slot}, 3, std::chrono::seconds(5))) {
    const Parsed<Formula> repaired = read_formula(repair.text, {Inputs::Slot});
    ASSERT_TRUE(repaired) << repair.text;
    EXPECT_TRUE(repaired.value->has(Quantity::Row) && repaired.value->has(Quantity::Col)) << repair.text;
  }
}

TEST(Repair, OffersTheTermWithTheBitsOfTheLayout) {
  const Layout layout = layout_of("sm_90.json", "mma.m16n8k16.a.bf16");
  Checker checker(layout);
  const struct {
    const char *text, *repaired, *described;
  } rows[] = {
      {"(tid / 4) + 8 * (i & 1)", "(tid / 4) + 8 * (i >> 1 & 1)", "`8 * (i & 1)` becomes `8 * (i >> 1 & 1)`"},
      {"(tid / 4) + 8 * (i >> 1)", "(tid / 4) + 8 * (i >> 1 & 1)", "`8 * (i >> 1)` becomes `8 * (i >> 1 & 1)`"},
      {"tid / 4 | (i & 1) << 3", "tid / 4 | ((i >> 1 & 1) << 3)", "`(i & 1) << 3` becomes `((i >> 1 & 1) << 3)`"},
      {"(tid >> 3) + 8 * (i / 2 % 2)", "(tid >> 2) + 8 * (i / 2 % 2)", "`3` becomes `2`"},
      {"(tid >> 2) + ((i & 2) * 2)", "(tid >> 2) + ((i & 2) * 4)", "`2` becomes `4` in column 25"},
      {"(tid >> 2) +\n((i & 2) * 2)", "(tid >> 2) +\n((i & 2) * 4)", "`2` becomes `4` in line 2, column 12"},
  };
  for (const auto& row : rows) {
    const auto repairs = find_repairs(checker, row.text, {Inputs::Slot, Quantity::Row}, 3, std::chrono::seconds(5));
    const auto same = [&](const Repair& each) { return each.text == row.repaired; };
    const auto found = std::find_if(repairs.begin(), repairs.end(), same);
    ASSERT_NE(found, repairs.end()) << row.text << ": " << (repairs.empty() ? "none" : repairs.front().text);
    EXPECT_EQ(found->description, row.described);
  }
}

}  // namespace
}  // namespace tcviz
