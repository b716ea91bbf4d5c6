// Formulae of the C tiles of the maxas kernels: 64 and 256 threads with 64 registers, affine over GF(2).
#include <gmock/gmock.h>

#include "gpu/language/deduce/deduce.hpp"
#include "gpu/language/deduce/fewest.hpp"
#include "gpu/language/formula/check.hpp"
#include "gpu/layout/sgemm.hpp"

namespace tcviz {
namespace {

// The text's value at every slot, held against the layout's own answer.
void expect_linear(const Layout& layout, const std::string& text) {
  const auto formula = read_formula(text, {Inputs::Slot, Quantity::Linear});
  ASSERT_TRUE(formula) << text << ": " << formula.diagnostics.front().message;
  Interpreter run(formula.value->program);
  Variables variables = constants_of(layout);
  for (std::int32_t number = 0; number < layout.slots(); ++number) {
    const Slot slot = layout.slot(number);
    const Element element = *layout.element(slot);
    variables[Variable::Tid] = slot.tid;
    variables[Variable::I] = slot.i;
    ASSERT_EQ(run.run(variables), RunState::Done) << text;
    if (formula.value->has(Quantity::Linear)) {
      ASSERT_EQ(run.output(formula.value->output_of(Quantity::Linear)), element.row * layout.cols() + element.col);
      continue;
    }
    ASSERT_EQ(run.output(formula.value->output_of(Quantity::Row)), element.row) << text;
    ASSERT_EQ(run.output(formula.value->output_of(Quantity::Col)), element.col) << text;
  }
}

TEST(SgemmFormula, EveryStyleButCuteSaysIt) {
  FewestSearch search;
  for (const SgemmKernel& kernel : sgemm_kernels) {
    const Layout layout = sgemm_layout(kernel);
    for (const Style style : {Style::C, Style::Fewest, Style::DivMod, Style::Bases, Style::Function, Style::Ptx}) {
      const auto found = deduce(layout, style, &search);
      ASSERT_TRUE(found.ok()) << found.error().message;
      EXPECT_FALSE(found.value().is_table);
      EXPECT_EQ(found.value().proved_slots, kernel.threads * 64);
      expect_linear(layout, found.value().text);
      if (found.value().linear) expect_linear(layout, found.value().linear->formula.text);
    }
    EXPECT_FALSE(deduce(layout, Style::Cute, &search).ok());  // sums of digits invert no bit
  }
}

TEST(SgemmFormula, SaysThatTheRegisterIsXoredWith3) {
  for (const SgemmKernel& kernel : sgemm_kernels)
    EXPECT_EQ(deduce(sgemm_layout(kernel), Style::C, nullptr).value().note, "affine over GF(2): linear in i ^ 3");
}

TEST(SgemmFormula, InverseNamesTheOwner) {
  for (const SgemmKernel& kernel : sgemm_kernels) {
    const Layout layout = sgemm_layout(kernel);
    const auto found = deduce_inverse(layout, Style::C);
    ASSERT_TRUE(found.ok()) << found.error().message;
    EXPECT_EQ(found.value().proved_slots, layout.slots());
    EXPECT_EQ(found.value().replicas, 1);
  }
}

// The map as the document writes it, of the register's bits: right as it stands, and wrong without the XOR.
TEST(SgemmFormula, TheDocumentsOwnFormulaIsChecked) {
  const Layout layout = sgemm_layout(sgemm64);
  const std::string row = "(tid >> 1 & 7) * 4 + ((r >> 2 & 1) | (r & 2) | (r >> 5 & 1) * 32)";
  const std::string col = "((tid & 1) | (tid & 0x30) >> 3) * 4 + ((r & 1) | (r >> 3 & 1) << 1 | (r >> 4 & 1) * 32)";
  const auto verdict_of = [&](const std::string& reg) {
    const auto with = [&](std::string text) {
      for (std::size_t at = text.find("r "); at != std::string::npos; at = text.find("r "))
        text.replace(at, 1, "(" + reg + ")");
      return text;
    };
    const auto first = read_formula(with(row), {Inputs::Slot, Quantity::Row});
    const auto second = read_formula(with(col), {Inputs::Slot, Quantity::Col});
    EXPECT_TRUE(first && second);
    const Formula* const both[] = {&*first.value, &*second.value};
    Verdict verdict;
    EXPECT_TRUE(Checker(layout).check(both, verdict).ok());
    return verdict;
  };
  EXPECT_TRUE(verdict_of("i ^ 3").ok());
  EXPECT_FALSE(verdict_of("i").ok());
}

// Other layouts whose constant is not zero name the inputs that are inverted, and linear ones none.
TEST(AffineNote, NamesTheInvertedInputs) {
  const auto note_of = [](int tid_xor, int i_xor) {
    LayoutData data{"test.affine", 8, 4, 8, 4, 32, {}, {}};
    for (int tid = 0; tid < 8; ++tid)
      for (int i = 0; i < 4; ++i) data.map.push_back((tid ^ tid_xor) * 4 + (i ^ i_xor));
    return deduce(Layout::make(std::move(data)).value(), Style::C, nullptr).value().note;
  };
  EXPECT_EQ(note_of(0, 0), "");
  EXPECT_EQ(note_of(5, 0), "affine over GF(2): linear in tid ^ 5");
  EXPECT_EQ(note_of(6, 1), "affine over GF(2): linear in tid ^ 6 and i ^ 1");
}

}  // namespace
}  // namespace tcviz
