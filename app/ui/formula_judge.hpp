// What the check says of the text in the editor, ready to be shown: sentences, marks, places of mistakes, repairs.
// Pure: texts and layouts in, an immutable value out. Knows nothing of Dear ImGui.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/ui/formula_state.hpp"
#include "app/ui/formula_terms.hpp"
#include "gpu/formula/check.hpp"
#include "gpu/probe/source.hpp"

namespace tcviz {

enum class Judgement : std::uint8_t {
  Empty,       // nothing was typed
  Unreadable,  // there are mistakes in the text
  Unfit,       // it can be read, but not be checked against this layout
  Half,        // row or col alone, right so far
  Wrong,
  Right,
};

// A mistake at its place: field 0 is row or the one text, field 1 is col.
struct TextProblem {
  int field = 0;
  TextRange range;
  std::string message;
};

struct FormulaRepair {
  std::string change;  // "col: `2` becomes `1`"
  FormulaText text;    // after it
};

struct Judged {
  Judgement judgement = Judgement::Empty;
  Verdict verdict;                     // of Half, Wrong and Right
  std::vector<Formula> formulae;       // that were read
  std::vector<TextProblem> problems;   // also what C leaves undefined
  std::string notation;                // "C expressions"; empty where nothing was typed
  std::string headline;                // "192 of 256 slots are wrong"
  std::string apart;                   // "row is right everywhere, col is wrong for 192 slots"
  std::string first;                   // "T1 x[0]: expected (0, 2), got (0, 4)"
  std::string first_got;               // the same without what was expected: the answer may be hidden
  std::string undefined;               // "T0 x[1]: shift by -1 ..."
  std::string operators;               // "row 3 operators, col 5"
  std::vector<std::string> right_for;  // "wmma... of sm_70": other layouts that it describes
  std::vector<FormulaRepair> repairs;
  FormulaTerms terms;

  bool complete() const { return verdict.asked_row && verdict.asked_col; }
};

// A layout that a formula may have been meant for.
struct MeantLayout {
  const Layout* layout = nullptr;
  std::string name;  // "wmma.m16n16k16.acc.f32 of sm_70"
};

// `others`: of as many threads and values; those that are this layout again are passed over.
std::shared_ptr<const Judged> judge(const FormulaText& text, const Layout& layout,
                                    const std::vector<MeantLayout>& others);

// What the formula gives for a slot: "(0, 4)", "row 3", "undefined".
std::string got_of(const Judged& judged, const Layout& layout, Slot slot);

}  // namespace tcviz
