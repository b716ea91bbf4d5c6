// The verdict on what was typed, as sentences, marks and repairs.
#include <cctype>

#include "app/session/formula/formula_judge.hpp"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The accumulator m16n16k16 as the README of the origin states it for Turing and Ampere.
constexpr const char* right_row = "((i & 2) << 2) + ((tid & 28) >> 2)";
constexpr const char* right_col = "(i & 1) + ((i & 4) << 1) + ((tid & 3) << 1)";

Layout accumulator() { return sample_layout("wmma.m16n16k16.acc.f32", sample_provenance()); }

std::shared_ptr<const Judged> judged(const std::string& row, const std::string& col) {
  return judge({false, row, col, ""}, accumulator(), {});
}
std::shared_ptr<const Judged> judged(const std::string& text) { return judge({true, "", "", text}, accumulator(), {}); }

struct Case {
  const char* row;
  const char* col;
  Judgement judgement;
  const char* headline;
};
constexpr Case cases[] = {
    {"", " \n", Judgement::Empty, ""},
    {right_row, right_col, Judgement::Right, "right: all 256 slots"},
    {right_row, "", Judgement::Half, "row is right for all 256 slots; col is missing"},
    {"", right_col, Judgement::Half, "col is right for all 256 slots; row is missing"},
    {right_row, "(i & 1) + ((i & 4) << 1) + ((tid & 3) << 2)", Judgement::Wrong, "192 of 256 slots wrong"},
    {"tid +", right_col, Judgement::Unreadable, "expected a value"},
    {"tidd", right_col, Judgement::Unreadable, "tidd"},
};

TEST(FormulaJudge, SaysItInALine) {
  for (const Case& each : cases) {
    const auto said = judged(each.row, each.col);
    EXPECT_EQ(said->judgement, each.judgement) << each.row << " | " << each.col;
    EXPECT_THAT(said->headline, HasSubstr(each.headline));
  }
}

TEST(FormulaJudge, OtherNotationsAreSaidWithTheirConvention) {
  const auto cute = judged("Layout<Shape<Shape<_4,_8>,Shape<_2,_2,_2>>, Stride<Stride<_32,_1>,Stride<_16,_8,_128>>>");
  EXPECT_EQ(cute->headline, "right: all 256 slots");
  EXPECT_EQ(cute->notation, "a CuTe layout, its index column by column in m x k or m x n");
  const auto python = judged("def row(tid, i): return tid // 4 + (i & 2) * 4\ndef col(tid, i): return 0");
  EXPECT_EQ(python->judgement, Judgement::Wrong);
  EXPECT_EQ(python->notation, "Python");
}

TEST(FormulaJudge, AnInverseIsJudgedInASentence) {
  const std::string tid = "tid = row % 8 * 4 + col / 2 % 4; ";
  EXPECT_EQ(judged(tid + "i = col % 2 + row / 8 * 2 + col / 8 * 4;")->headline,
            "the inverse is right: all 256 elements, one owner of each");
  const auto wrong = judged(tid + "i = col % 2 + row / 8 * 2;");
  EXPECT_EQ(wrong->judgement, Judgement::Wrong);
  EXPECT_THAT(wrong->headline, HasSubstr("the inverse is wrong for 128 of 256 elements"));
  EXPECT_THAT(wrong->notation, HasSubstr("the inverse, as C statements"));
}

TEST(FormulaJudge, BlanksAreNothing) {
  for (const char* blank : {"", " ", "\n\t"}) EXPECT_EQ(judged(blank)->judgement, Judgement::Empty);
}

TEST(FormulaJudge, SaysRowAndColApartAndTheFirstSlot) {
  const auto said = judged(right_row, "(i & 1) + ((i & 4) << 1) + ((tid & 3) << 2)");
  EXPECT_EQ(said->apart, "row is right everywhere, col is wrong for 192 slots");
  EXPECT_EQ(said->first, "T1 x[0]: expected (0, 2), got (0, 4)");
  EXPECT_EQ(said->first_got, "T1 x[0]: got (0, 4)");
  EXPECT_EQ(said->operators, "row 5 operators \u00b7 col 7 operators");
}

std::vector<FormulaRepair> repairs(const FormulaText& text) {
  return repairs_of(text, accumulator(), judge(text, accumulator(), {})->verdict);
}

TEST(FormulaJudge, TheNearestRepairMakesItRight) {
  const auto found = repairs({false, right_row, "(i & 1) + ((i & 4) << 1) + ((tid & 3) << 2)", ""});
  ASSERT_FALSE(found.empty());
  for (const FormulaRepair& repair : found) {
    EXPECT_EQ(repair.text.row, right_row);
    EXPECT_EQ(judge(repair.text, accumulator(), {})->judgement, Judgement::Right) << repair.change;
  }
  const auto exchanged = repairs({false, right_col, right_row, ""});
  ASSERT_FALSE(exchanged.empty());
  EXPECT_EQ(exchanged.front().text, (FormulaText{false, right_row, right_col, ""}));
}

// The part that a repair names is whole words of the field, and nothing outside of it is another.
TEST(FormulaJudge, ARepairSaysWhichPartOfTheTextItChanges) {
  const std::string row = right_row, col = right_col;
  const auto changed = [](std::string text, std::size_t at, std::string_view by) { return text.replace(at, 1, by); };
  int checked = 0;
  for (const bool of_row : {true, false})
    for (std::size_t at = 0; at < (of_row ? row : col).size(); ++at) {
      const std::string& right = of_row ? row : col;
      if (right[at] < '0' || right[at] > '9') continue;
      const std::string wrong = changed(right, at, right[at] == '5' ? "6" : "5");
      const auto found = repairs({false, of_row ? wrong : row, of_row ? col : wrong, ""});
      for (const FormulaRepair& repair : found) {
        const std::string& mended = of_row ? repair.text.row : repair.text.col;
        const auto [begin, end] = repair.range;
        EXPECT_EQ(repair.field, of_row ? 0 : 1);
        ASSERT_LT(begin, end) << repair.change;
        ASSERT_LE(end, wrong.size());
        EXPECT_EQ(wrong.substr(0, begin), mended.substr(0, begin)) << repair.change;
        EXPECT_TRUE(mended.ends_with(wrong.substr(end))) << repair.change;
        const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
        EXPECT_FALSE(begin > 0 && is_part(wrong[begin]) && is_part(wrong[begin - 1])) << repair.change;
        EXPECT_FALSE(end < wrong.size() && is_part(wrong[end]) && is_part(wrong[end - 1])) << repair.change;
        checked += mended == right &&
                   repair.range == TextRange{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + 1)};
      }
    }
  EXPECT_GT(checked, 5);  // a single digit, found again
}

TEST(FormulaJudge, TellsTheNotation) {
  EXPECT_EQ(judged(right_row, right_col)->notation, "C expressions");
  EXPECT_EQ(judged("row = tid >> 2; col = i;")->notation, "C statements");
  EXPECT_EQ(judged("((4,8),(2,2,2)):((32,1),(16,8,128))")->notation,
            "a CuTe layout, its index column by column in m x k or m x n");
  EXPECT_EQ(judged("row = groupID for ci where i < 2; groupID + 8 otherwise")->notation, "the PTX manual's style");
  EXPECT_EQ(judged("tid: (0,2) (0,4) (1,0) (2,0) (4,0); i: (0,1) (8,0) (0,8)")->notation, "linear bases");
}

TEST(FormulaJudge, WhatCLeavesUndefinedHasAPlace) {
  const auto said = judged("tid >> 2", "1 << (i - 1)");
  EXPECT_EQ(said->judgement, Judgement::Wrong);
  EXPECT_THAT(said->undefined, HasSubstr("T0 x[0]"));
  ASSERT_FALSE(said->problems.empty());
  EXPECT_EQ(said->problems.front().field, 1);
}

TEST(FormulaJudge, MistakesLieInTheirField) {
  const auto said = judged("tid", "i + )");
  ASSERT_FALSE(said->problems.empty());
  EXPECT_EQ(said->problems.front().field, 1);
  EXPECT_LE(said->problems.front().range.end, 5U);
}

TEST(FormulaJudge, NamesTheLayoutThatWasMeant) {
  const Layout one = accumulator();
  LayoutData other{"wmma.m16n16k16.acc.f16", 16, 16, 32, 8, 16, sample_provenance(), {}};
  for (int slot = 0; slot < 256; ++slot) other.map.push_back(slot);  // row tid / 2, col (tid % 2) * 8 + i
  const Layout counted = Layout::make(other).value();
  const auto said =
      judge({false, "tid / 2", "tid % 2 * 8 + i", ""}, one, {{&one, "this"}, {&counted, "that of sm_70"}});
  EXPECT_THAT(said->right_for, ElementsAre("that of sm_70"));
}

TEST(FormulaJudge, SaysWhatASlotGets) {
  const Layout layout = accumulator();
  EXPECT_EQ(got_of(*judged("tid", "i * 2"), layout, {3, 5}), "(3, 10)");
  EXPECT_EQ(got_of(*judged("tid", ""), layout, {3, 5}), "row 3");
  EXPECT_EQ(got_of(*judged("tid * 16 + i"), layout, {3, 5}), "(3, 5)");
  EXPECT_EQ(got_of(*judged("1 / i", "i"), layout, {3, 0}), "undefined");
}

TEST(FormulaTerms, EachCarriesItsBits) {
  const auto said = judged(right_row, right_col);
  ASSERT_EQ(said->terms.terms.size(), 5U);
  const FormulaTerm& first = said->terms.terms[0];
  EXPECT_EQ(first.text, "((i & 2) << 2)");
  EXPECT_EQ(first.ways, (std::vector<BitWay>{{{BitName::Of::I, 1}, true, 3}}));
  EXPECT_TRUE(first.plain);
  EXPECT_EQ(said->terms.terms[1].ways.size(), 3U);
  const auto describe_all = [](const std::vector<BitSum>& sums) {
    std::vector<std::string> words;
    for (const BitSum& sum : sums) words.push_back(describe(sum));
    return words;
  };
  EXPECT_THAT(describe_all(said->terms.row), ElementsAre("t2", "t3", "t4", "i1"));
  EXPECT_THAT(describe_all(said->terms.col), ElementsAre("i0", "t0", "t1", "i2"));
}

// The same layout in two other spellings: a pair of the bases is one bit, a stride of CuTe as many as its size has.
TEST(FormulaTerms, OfBasesAndCuteCarryTheirBits) {
  const Layout layout = sample_layout("wmma.m16n16k16.acc.f32", sample_provenance());
  constexpr auto tid = BitName::Of::Tid, i = BitName::Of::I;
  const std::string bases = "tid: (0,2) (0,4) (1,0) (2,0) (4,0); i: (0,1) (8,0) (0,8)";
  const std::string cute = "((4,8),(2,2,2)):((32,1),(16,8,128))";
  const auto terms_in = [&](const std::string& text) {
    return formula_terms({{0, text, Quantity::Linear}}, layout).terms;
  };
  const std::vector<FormulaTerm> pairs = terms_in(bases), strides = terms_in(cute);
  ASSERT_EQ(pairs.size(), 8U);
  ASSERT_EQ(strides.size(), 5U);
  const auto at = [](const std::string& text, const FormulaTerm& term) {
    return text.substr(term.range.begin, term.range.end - term.range.begin);
  };
  EXPECT_EQ(at(bases, pairs[1]), "(0,4)");
  EXPECT_EQ(pairs[1].ways, (std::vector<BitWay>{{{tid, 1}, false, 2}}));
  EXPECT_EQ(at(bases, pairs[6]), "(8,0)");
  EXPECT_EQ(pairs[6].ways, (std::vector<BitWay>{{{i, 1}, true, 3}}));
  EXPECT_EQ(at(cute, strides[0]), "32");
  EXPECT_EQ(strides[0].text, "4:32");
  EXPECT_EQ(strides[0].ways, (std::vector<BitWay>{{{tid, 0}, false, 1}, {{tid, 1}, false, 2}}));
  EXPECT_EQ(at(cute, strides[4]), "128");
  EXPECT_EQ(strides[4].ways, (std::vector<BitWay>{{{i, 2}, false, 3}}));
}

TEST(FormulaTerms, ASizeThatIsNoPowerOfTwoIsNotBitByBit) {
  const Layout layout = sample_layout("wmma.m16n16k16.acc.f32", sample_provenance());
  const auto terms = formula_terms({{0, "((3,8),(2,_4)):((1,3),(24,48))", Quantity::Linear}}, layout).terms;
  ASSERT_EQ(terms.size(), 4U);
  EXPECT_FALSE(terms[0].plain);
  EXPECT_FALSE(terms[1].plain);
  EXPECT_TRUE(terms[2].plain);
  EXPECT_EQ(terms[3].text, "_4:48");
}

TEST(FormulaTerms, ProductsAreNotBitByBit) {
  const auto said = judged("tid * 3", "i");
  ASSERT_EQ(said->terms.terms.size(), 2U);
  EXPECT_FALSE(said->terms.terms[0].plain);
  EXPECT_TRUE(said->terms.row.empty());
  EXPECT_FALSE(said->terms.col.empty());
}

}  // namespace
}  // namespace tcviz
