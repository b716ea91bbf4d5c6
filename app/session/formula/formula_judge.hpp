// Checks the formula in the editor against a layout, and prepares the result for display: sentences, positions of
// mistakes, repairs. Needs no window.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/session/formula/formula_action.hpp"
#include "app/session/formula/formula_terms.hpp"
#include "gpu/language/formula/verdict_words.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_session {

enum class Judgement : std::uint8_t {
  Empty,       // nothing was typed
  Unreadable,  // there are mistakes in the text
  Unfit,       // the text can be read, but not be checked against this layout
  Half,        // only row or only col was typed, and it is right
  Wrong,
  Right,
};

// A mistake and its position. `field`: 0 is the field of row, or the single text; 1 is the field of col.
struct TextProblem {
  int field = 0;
  TextRange range;
  std::string message;
};

// The result of a check. The base class has the sentences, for Half, Wrong and Right only.
struct Judged : VerdictWords {
  Judgement judgement = Judgement::Empty;
  Verdict verdict;                     // for Half, Wrong and Right only
  std::vector<Formula> formulae;       // the formulae that were read
  std::vector<TextProblem> problems;   // mistakes in the text, and operations whose value C leaves undefined
  std::string notation;                // "C expressions"; empty if nothing was typed
  std::string headline;                // "192 of 256 slots are wrong"
  std::string operators;               // "row 3 operators, col 5"
  std::vector<std::string> right_for;  // "wmma... of sm_70": other layouts that the formula describes
  std::vector<FormulaRepair> repairs;  // added later, by TakeRepairs
  bool may_compile = false;            // the text may be valid C++, so the compiler can be offered
  FormulaTerms terms;

  // True if both row and col were checked.
  bool complete() const { return verdict.asked_row && verdict.asked_col; }
};

// Another layout that the formula may have been meant for.
struct MeantLayout {
  const Layout* layout = nullptr;
  std::string name;  // "wmma.m16n16k16.acc.f32 of sm_70"
};

// Checks `text` against `layout`, except for repairs; fast enough to be called for every typed letter. `others` are
// layouts with the same numbers of threads and values, for Judged::right_for; those equal to `layout` are skipped.
std::shared_ptr<const Judged> judge(const FormulaText& text, const Layout& layout,
                                    const std::vector<MeantLayout>& others);

// Returns the small edits that make a wrong `text` right. Slow: not for the window's thread.
std::vector<FormulaRepair> repairs_of(const FormulaText& text, const Layout& layout, const Verdict& verdict);

// Returns the formula's value for `slot`: "(0, 4)", "row 3", "undefined".
std::string got_of(const Judged& judged, const Layout& layout, Slot slot);

}  // namespace tcviz::inline app_session
