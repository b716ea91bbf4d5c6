// The check's answer on the text in the editor, ready to be shown: sentences, marks, places of mistakes, repairs. Pure:
// texts and layouts in, an immutable value out. Knows nothing of Dear ImGui.
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

// A verdict; its sentences are those of Half, Wrong and Right.
struct Judged : VerdictWords {
  Judgement judgement = Judgement::Empty;
  Verdict verdict;                     // of Half, Wrong and Right
  std::vector<Formula> formulae;       // that were read
  std::vector<TextProblem> problems;   // also the values that C leaves undefined
  std::string notation;                // "C expressions"; empty if nothing was typed
  std::string headline;                // "192 of 256 slots are wrong"
  std::string operators;               // "row 3 operators, col 5"
  std::vector<std::string> right_for;  // "wmma... of sm_70": other layouts that it describes
  std::vector<FormulaRepair> repairs;  // come later than the rest
  bool may_compile = false;            // a C++ compiler may read a text that we do not
  FormulaTerms terms;

  bool complete() const { return verdict.asked_row && verdict.asked_col; }
};

// A layout that a formula may have been meant for.
struct MeantLayout {
  const Layout* layout = nullptr;
  std::string name;  // "wmma.m16n16k16.acc.f32 of sm_70"
};

// Judges a text, quickly enough for every letter that is typed: repairs are found apart. `others` have as many threads
// and values; those that equal this layout are passed over.
std::shared_ptr<const Judged> judge(const FormulaText& text, const Layout& layout,
                                    const std::vector<MeantLayout>& others);

// Returns the small edits that make a wrong text right. Takes its time: not for the window's thread.
std::vector<FormulaRepair> repairs_of(const FormulaText& text, const Layout& layout, const Verdict& verdict);

// Returns the formula's answer for a slot: "(0, 4)", "row 3", "undefined".
std::string got_of(const Judged& judged, const Layout& layout, Slot slot);

}  // namespace tcviz::inline app_session
