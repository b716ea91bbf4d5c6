// Every formula of a layout that the documents print, as they print it, against every source here: the verdict, counted
// a second time by the same formula compiled as C++; and no deduced formula has more operators.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "gpu/language/c/interpreter.hpp"
#include "gpu/language/deduce/deduce.hpp"
#include "gpu/language/deduce/fewest.hpp"
#include "gpu/language/formula/check.hpp"
#include "tests/formula/every_layout.hpp"
#include "tests/layout/samples.hpp"

namespace tcviz {
namespace {

enum class Architecture { Volta, TuringAndLater };

// "compiled:sm_72": its number decides.
Architecture architecture_of(const std::string& device) {
  const auto at = device.find("sm_");
  return std::stoi(device.substr(at + 3)) < 75 ? Architecture::Volta : Architecture::TuringAndLater;
}

struct PublishedFormula {
  const char* name;
  std::vector<std::string> kinds;  // that the document speaks of
  Architecture architecture;
  std::string row, col;
  int row_operators, col_operators;  // counted by hand
  int (*row_compiled)(int tid, int i);
  int (*col_compiled)(int tid, int i);
};

// cuda-tensorcores-register-mapping, README.
const PublishedFormula readme[] = {
    {"Turing and A100",
     {"wmma.m16n16k16.acc.f32", "wmma.m16n16k16.acc.f16"},
     Architecture::TuringAndLater,
     "return ((i & 2) << 2) + ((tid & 28) >> 2);",
     "return (i & 1) + ((i & 4) << 1) + ((tid & 3) << 1);",
     5,
     7,
     [](int tid, int i) { return ((i & 2) << 2) + ((tid & 28) >> 2); },
     [](int tid, int i) { return (i & 1) + ((i & 4) << 1) + ((tid & 3) << 1); }},
    {"Volta, float",
     {"wmma.m16n16k16.acc.f32"},
     Architecture::Volta,
     "return (i & 2) + (tid & 1) + ((tid & 4) << 1) + ((tid & 16) >> 2);",
     "return (i & 5) + (tid & 10);",
     9,
     3,
     [](int tid, int i) { return (i & 2) + (tid & 1) + ((tid & 4) << 1) + ((tid & 16) >> 2); },
     [](int tid, int i) { return (i & 5) + (tid & 10); }},
    {"Volta, half",
     {"wmma.m16n16k16.acc.f16"},
     Architecture::Volta,
     "return (tid & 3) + ((tid & 4) << 1) + ((tid & 16) >> 2);",
     "return (i & 7) + (tid & 8);",
     7,
     3,
     [](int tid, int) { return (tid & 3) + ((tid & 4) << 1) + ((tid & 16) >> 2); },
     [](int tid, int i) { return (i & 7) + (tid & 8); }}};

// The paper on fragments, source code 2: an index into the column-major matrix.
const std::string published_paper =
    "unsigned get_m_table(const unsigned tid, const unsigned i) {\n  return (((tid >> 2) & 0b1) << 3)\n    + ((tid >> "
    "4) "
    "<< 2)\n    + ((tid & 0b11) << 4)\n    + ((i >> 2) << 6)\n    + (i & 0b11);\n}";
constexpr int paper_operators = 14;
int paper_compiled(int tid, int i) {
  return (((tid >> 2) & 0b1) << 3) + ((tid >> 4) << 2) + ((tid & 0b11) << 4) + ((i >> 2) << 6) + (i & 0b11);
}
const std::string paper_kind = "wmma.m16n16k16.a.f16.col";

Verdict verdict_of(const Layout& layout, const std::vector<Formula>& formulae) {
  std::vector<const Formula*> pointers;
  for (const Formula& each : formulae) pointers.push_back(&each);
  Verdict verdict;
  const Status done = Checker(layout).check(pointers, verdict);
  EXPECT_TRUE(done) << done.error().message;
  return verdict;
}

Formula read(const std::string& text, Quantity value) {
  auto formula = read_formula(text, {Inputs::Slot, value});
  EXPECT_TRUE(formula) << text;
  return formula ? *std::move(formula.value) : Formula{};
}

// How many slots a function gets wrong, asked one by one.
template <class Wrong>
int count_slots(const Layout& layout, Wrong is_wrong) {
  int wrong = 0;
  for (int tid = 0; tid < layout.threads(); ++tid)
    for (int i = 0; i < layout.values(); ++i) wrong += is_wrong(*layout.element({tid, i}), tid, i);
  return wrong;
}

Layout transposed(const Layout& layout) {
  std::vector<std::int32_t> map;
  for (const std::int32_t element : layout.map())
    map.push_back(element % layout.cols() * layout.rows() + element / layout.cols());
  return samples::make(samples::data_of({layout.cols(), layout.rows(), layout.threads(), layout.values()}, map));
}

TEST(Published, ReadmeFormulaeOnEverySource) {
  int right = 0, wrong = 0;
  for (const SourcedLayout& source : every_layout(TCVIZ_LAYOUT_FILES)) {
    for (const PublishedFormula& each : readme) {
      // Of both accumulators, so that a formula meets the other's layout too.
      if (source.layout.kind() != "wmma.m16n16k16.acc.f32" && source.layout.kind() != "wmma.m16n16k16.acc.f16")
        continue;
      const Verdict verdict = verdict_of(source.layout, {read(each.row, Quantity::Row), read(each.col, Quantity::Col)});
      const bool meant = architecture_of(source.device) == each.architecture &&
                         std::ranges::find(each.kinds, source.layout.kind()) != each.kinds.end();
      EXPECT_EQ(verdict.ok(), meant) << each.name << " on " << source.device << " " << source.layout.kind();
      EXPECT_EQ(verdict.mismatches, count_slots(source.layout, [&](Element element, int tid, int i) {
                  return each.row_compiled(tid, i) != element.row || each.col_compiled(tid, i) != element.col;
                }));
      ++(meant ? right : wrong);
    }
  }
  EXPECT_GT(right, 20);
  EXPECT_GT(wrong, 20);
}

TEST(Published, ThePapersIndexOnEverySource) {
  int right = 0, wrong = 0;
  const Formula formula = read(published_paper, Quantity::Linear);
  for (const SourcedLayout& source : every_layout(TCVIZ_LAYOUT_FILES)) {
    if (source.layout.kind() != paper_kind) continue;
    const bool meant = architecture_of(source.device) == Architecture::Volta;
    const Verdict row_major = verdict_of(source.layout, {formula}),
                  column_major = verdict_of(transposed(source.layout), {formula});
    EXPECT_FALSE(row_major.ok()) << source.device;
    EXPECT_EQ(column_major.ok(), meant) << source.device;
    EXPECT_EQ(row_major.mismatches, count_slots(source.layout, [](Element element, int tid, int i) {
                return paper_compiled(tid, i) != element.row * 16 + element.col;
              }));
    EXPECT_EQ(column_major.mismatches, count_slots(source.layout, [](Element element, int tid, int i) {
                return paper_compiled(tid, i) != element.col * 16 + element.row;
              }));
    ++(meant ? right : wrong);
  }
  EXPECT_GE(right, 2);
  EXPECT_GE(wrong, 2);
}

// Wherever a published formula holds, of whatever kind and source, the deduced one is no longer.
TEST(Published, NoDeducedFormulaHasMoreOperators) {
  FewestSearch search;
  int rows = 0, cols = 0, indices = 0;
  const Formula index = read(published_paper, Quantity::Linear);
  for (const SourcedLayout& source : every_distinct_layout(TCVIZ_LAYOUT_FILES)) {
    const Layout other_way = transposed(source.layout);
    for (const Style style : {Style::C, Style::Fewest}) {
      const auto found = deduce(source.layout, style, &search);
      ASSERT_TRUE(found.ok()) << source.layout.kind();
      for (const PublishedFormula& each : readme) {
        if (verdict_of(source.layout, {read(each.row, Quantity::Row)}).holds()) {
          ++rows;
          EXPECT_LE(found.value().row->formula.operators, each.row_operators) << source.layout.kind();
        }
        if (verdict_of(source.layout, {read(each.col, Quantity::Col)}).holds()) {
          ++cols;
          EXPECT_LE(found.value().col->formula.operators, each.col_operators) << source.layout.kind();
        }
      }
      const Layout* const ways[] = {&source.layout, &other_way};
      for (const Layout* layout : ways) {
        if (!verdict_of(*layout, {index}).ok()) continue;
        ++indices;
        EXPECT_LE(deduce(*layout, style, &search).value().linear->formula.operators, paper_operators);
      }
    }
  }
  EXPECT_GT(rows, 10);
  EXPECT_GT(cols, 10);
  EXPECT_GE(indices, 2);
}

// The published register maps of Maxwell's SGEMM: rows xi, columns yi; an element is off(x) = (x & 3) + h * (x >> 2)
// beyond the thread's own corner.
constexpr int sgemm_registers[8][8] = {{3, 2, 11, 10, 19, 18, 27, 26},   {7, 6, 15, 14, 23, 22, 31, 30},
                                       {1, 0, 9, 8, 17, 16, 25, 24},     {5, 4, 13, 12, 21, 20, 29, 28},
                                       {35, 34, 43, 42, 51, 50, 59, 58}, {39, 38, 47, 46, 55, 54, 63, 62},
                                       {33, 32, 41, 40, 49, 48, 57, 56}, {37, 36, 45, 44, 53, 52, 61, 60}};

Layout sgemm(int tile, int threads, int (*xq)(int), int (*yq)(int)) {
  std::vector<std::int32_t> map(static_cast<std::size_t>(threads) * 64);
  const auto offset = [tile](int index) { return (index & 3) + tile / 2 * (index >> 2); };
  for (int tid = 0; tid < threads; ++tid)
    for (int xi = 0; xi < 8; ++xi)
      for (int yi = 0; yi < 8; ++yi)
        map[static_cast<std::size_t>(tid * 64 + sgemm_registers[xi][yi])] =
            (4 * xq(tid) + offset(xi)) * tile + 4 * yq(tid) + offset(yi);
  return samples::make(samples::data_of({tile, tile, threads, 64}, map));
}

// reg = 32*xi2 + 16*yi2 + 8*yi1 + 4*xi0 + 2*(1-xi1) + (1-yi0), xi and yi being bits of row and col.
std::string sgemm_register(int high_bit) {
  return fmt::format(
      "32*(row >> {0} & 1) + 16*(col >> {0} & 1) + 8*(col >> 1 & 1) + 4*(row & 1) + 2*(1 - (row >> 1 & 1)) + (1 - (col "
      "& "
      "1))",
      high_bit);
}

void expect_sgemm(const Layout& layout, const std::string& xq, const std::string& yq, int high_bit) {
  const std::string row = fmt::format("4*({}) + (i >> 2 & 1) + 2*(1 - (i >> 1 & 1)) + {}*(i >> 5)", xq, 1 << high_bit);
  const std::string col = fmt::format("4*({}) + (1 - (i & 1)) + 2*(i >> 3 & 1) + {}*(i >> 4 & 1)", yq, 1 << high_bit);
  EXPECT_TRUE(verdict_of(layout, {read(row, Quantity::Row), read(col, Quantity::Col)}).ok());
  const auto value = read_formula(sgemm_register(high_bit), {Inputs::Element, Quantity::I});
  ASSERT_TRUE(value);
  for (std::int32_t number = 0; number < layout.slots(); ++number) {
    const Slot slot = layout.slot(number);
    Variables at;
    at[Variable::Row] = layout.element(slot)->row;
    at[Variable::Col] = layout.element(slot)->col;
    Interpreter run(value.value->program);
    ASSERT_EQ(run.run(at), RunState::Done);
    ASSERT_EQ(run.output(0), slot.i);
  }
}

TEST(Published, TheRegisterMapsOfSgemm) {
  const Layout small = sgemm(
      64, 64, [](int tid) { return (tid >> 1) & 7; }, [](int tid) { return (tid & 1) | ((tid & 0x30) >> 3); });
  const Layout large = sgemm(
      128, 256, [](int tid) { return ((tid >> 1) & 7) | ((tid & 128) >> 4); },
      [](int tid) { return (tid & 1) | ((tid & 0x70) >> 3); });
  expect_sgemm(small, "(tid>>1)&7", "(tid&1) | ((tid&0x30)>>3)", 5);
  expect_sgemm(large, "((tid>>1)&7) | ((tid&128)>>4)", "(tid&1) | ((tid&0x70)>>3)", 6);
  // Each kernel's formula is wrong on the other's layout, which has other threads and another tile.
  EXPECT_FALSE(
      verdict_of(large, {read("4*((tid>>1)&7) + (i >> 2 & 1) + 2*(1 - (i >> 1 & 1)) + 32*(i >> 5)", Quantity::Row)})
          .ok());
}

}  // namespace
}  // namespace tcviz
