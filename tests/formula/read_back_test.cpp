// What tcviz writes it reads: every style of every kind, inverses included, is read back and judged right, and so are
// formulae of layouts in which threads hold nothing.
#include <gtest/gtest.h>

#include <map>

#include "gpu/language/deduce/deduce.hpp"
#include "gpu/language/formula/check_inverse.hpp"
#include "gpu/language/formula/meant.hpp"
#include "tests/formula/every_layout.hpp"
#include "tests/layout/samples.hpp"

namespace tcviz {
namespace {

constexpr int style_count = static_cast<int>(style_names.size());

// "" where the text is right for the layout.
std::string problem_of(const std::string& text, const Layout& layout) {
  if (inputs_of(text) != Inputs::Slot) return "taken for an inverse";
  Checker checker(layout);
  const Parsed<Formula> parsed = read_as_meant(text, {}, checker);
  if (!parsed) return parsed.diagnostics.front().message;
  const Formula* const formula = &*parsed.value;
  Verdict verdict;
  if (Status done = checker.check({&formula, 1}, verdict); !done) return done.error().message;
  if (!verdict.asked_row || !verdict.asked_col) return "row or col is missing";
  return verdict.ok() ? "" : std::to_string(verdict.mismatches) + " slots are wrong";
}

std::string problem_of_inverse(const std::string& text, const Layout& layout) {
  if (inputs_of(text) != Inputs::Element) return "not taken for an inverse";
  const Parsed<Formula> parsed = read_formula(text, {Inputs::Element, Quantity::Tid});
  if (!parsed) return parsed.diagnostics.front().message;
  const Formula* const formula = &*parsed.value;
  const Result<InverseVerdict> verdict = check_inverse(layout, {&formula, 1});
  if (!verdict) return verdict.error().message;
  return verdict.value().ok() ? "" : std::to_string(verdict.value().mismatches) + " elements are wrong";
}

TEST(ReadBack, EveryStyleOfEveryKind) {
  std::map<Style, int> read, inverses;
  for (const SourcedLayout& each : every_layout(TCVIZ_LAYOUT_FILES)) {
    for (int n = 0; n < style_count; ++n) {
      const auto style = static_cast<Style>(n);
      SCOPED_TRACE(each.device + " " + each.layout.kind() + " " +
                   std::string(style_names[static_cast<std::size_t>(n)]));
      if (const auto found = deduce(each.layout, style, nullptr)) {
        EXPECT_EQ(problem_of(found.value().text, each.layout), "") << found.value().text;
        ++read[style];
      }
      if (const auto found = deduce_inverse(each.layout, style)) {
        EXPECT_EQ(problem_of_inverse(found.value().text, each.layout), "") << found.value().text;
        ++inverses[style];
      }
    }
  }
  for (int n = 0; n < style_count; ++n)
    EXPECT_GT(read[static_cast<Style>(n)], 100) << style_names[static_cast<std::size_t>(n)];
  EXPECT_EQ(inverses.size(), 6u);  // not as the PTX manual, CuTe or Triton
}

Layout with_holes(const Layout& layout, bool (*held)(int tid, int i)) {
  LayoutData data = samples::data_of({layout.rows(), layout.cols(), layout.threads(), layout.values()},
                                     {layout.map().begin(), layout.map().end()});
  for (int n = 0; n < layout.slots(); ++n)
    if (!held(n / layout.values(), n % layout.values())) data.map[static_cast<std::size_t>(n)] = no_element;
  return samples::make(std::move(data));
}

// Threads that hold nothing: a formula, no table of numbers.
TEST(ReadBack, UnusedThreadsAndValuesGetAFormula) {
  const Layout twice = samples::of_formula({16, 16, 32, 16}, [](int tid, int i) { return (tid / 2 % 16) * 16 + i; });
  const Layout mixed = samples::of_formula({8, 24, 32, 12}, [](int tid, int i) { return (tid % 16 * 12 + i) % 192; });
  const struct {
    const Layout& layout;
    bool (*held)(int tid, int i);
  } cases[] = {{twice, [](int tid, int) { return tid % 2 == 0; }},
               {twice, [](int tid, int) { return tid % 2 == 1; }},
               {mixed, [](int tid, int) { return tid < 16; }}};
  for (const auto& each : cases) {
    const Layout layout = with_holes(each.layout, each.held);
    for (const Style style : {Style::C, Style::Function, Style::Python, Style::DivMod}) {
      const auto found = deduce(layout, style, nullptr);
      ASSERT_TRUE(found) << found.error().message;
      EXPECT_FALSE(found.value().is_table) << found.value().text;
      EXPECT_EQ(problem_of(found.value().text, layout), "") << found.value().text;
      EXPECT_NE(found.value().note.find("slots hold an element"), std::string::npos) << found.value().note;
    }
  }
}

}  // namespace
}  // namespace tcviz
