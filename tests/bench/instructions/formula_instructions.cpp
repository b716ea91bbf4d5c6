// One check and one deduction, for counting their instructions, which no load of the machine disturbs:
//   valgrind --tool=callgrind --toggle-collect='one_check*' --callgrind-out-file=/dev/null formula_instructions
//   valgrind --tool=callgrind --toggle-collect='one_deduction*' --callgrind-out-file=/dev/null formula_instructions
// "Collected" is the figure. Figures of 2026-11-22, GCC 12, Release: one check of the README's two formulae on 256
// slots, text to verdict, 57,373 (in the state of 2026-11-21: 57,335); one deduction in style c of the same layout,
// proof and all, 294,806.
#include <cstdio>

#include "gpu/language/deduce/deduce.hpp"
#include "gpu/language/formula/check.hpp"
#include "tests/assets/assets.hpp"

namespace {

using namespace tcviz;

struct Judge {
  explicit Judge(const Layout& layout) : checker(layout) {}
  Checker checker;
  FormulaReader reader;
  Formula formulae[2];
  Verdict verdict;
};

bool check(Judge& judge) {
  judge.reader.read("((i & 2) << 2) + ((tid & 28) >> 2)", {Inputs::Slot, Quantity::Row}, judge.formulae[0]);
  judge.reader.read("(i & 1) + ((i & 4) << 1) + ((tid & 3) << 1)", {Inputs::Slot, Quantity::Col}, judge.formulae[1]);
  const Formula* const both[] = {&judge.formulae[0], &judge.formulae[1]};
  return judge.checker.check(both, judge.verdict).ok() && judge.verdict.ok();
}

}  // namespace

[[gnu::noinline]] bool one_check(Judge& judge) { return check(judge); }
[[gnu::noinline]] bool one_deduction(const tcviz::Layout& layout) { return deduce(layout, Style::C, nullptr).ok(); }

int main() {
  const auto layouts = layouts_of_asset("sm_90.json");
  for (const Layout& layout : layouts) {
    if (layout.kind() != "wmma.m16n16k16.acc.f32") continue;
    Judge judge(layout);
    const bool right = check(judge) && one_check(judge) && one_deduction(layout);
    std::puts(right ? "right" : "wrong");
    return right ? 0 : 1;
  }
  return 2;
}
