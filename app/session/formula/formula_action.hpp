// The actions on formulae: requests of the user, and results of the background threads. Plain values, which
// apply_action() in whole/action.hpp applies together with all other actions.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "app/session/formula/formula_state.hpp"
#include "gpu/language/c/diagnostic.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_session {

// A small edit that makes a wrong formula right.
struct FormulaRepair {
  std::string change;    // "col: `2` becomes `1`"
  FormulaText text;      // the text after the edit
  int field = 0;         // field that is edited, as in TextProblem
  TextRange range = {};  // the part of it that becomes another; empty: the fields are exchanged
};

// Sets the text in the editor; sent for every letter that is typed.
struct SetFormula {
  FormulaText text;
};
// Replaces the text in the editor; the old text goes into the history.
struct UseFormula {
  FormulaText text;
};
// Hides the layout, as an exercise. If the formula in the editor is right, it is moved to the history.
struct HideAnswer {};
// Ends HideAnswer.
struct RevealAnswer {};
// Saves the formula in the editor under `name`, with the chosen kind. Replaces a saved one of that name.
struct SaveFormula {
  std::string name;
};
// Deletes the saved formula `name`.
struct DropFormula {
  std::string name;
};
// Opens the box that asks for a name to save under.
struct AskFormulaName {};
// Sets what was read from the user's file at the start.
struct RestoreFormulae {
  KeptFormulae kept;
};
// The check's result on the text in the editor; null: there is no layout to check against.
struct TakeVerdict {
  std::shared_ptr<const Judged> judged;
};
// Adds repairs to the verdict `of`; ignored if that is not the current verdict any more.
struct TakeRepairs {
  std::shared_ptr<const Judged> of;
  std::vector<FormulaRepair> repairs;
};
// Compiles the text in the editor with this machine's C++ compiler and executes it.
struct CompileFormula {};
// The result of CompileFormula for `text` and `layout`; ignored if either has changed since.
struct TakeCompiled {
  FormulaText text;
  std::shared_ptr<const Layout> layout;
  std::shared_ptr<const Judged> judged;
};
// Shows a message below the editor.
struct TellFormula {
  std::string text;
  bool failed = false;
};
using FormulaAction =
    std::variant<SetFormula, UseFormula, HideAnswer, RevealAnswer, SaveFormula, DropFormula, AskFormulaName,
                 RestoreFormulae, TakeVerdict, TakeRepairs, CompileFormula, TakeCompiled, TellFormula>;

// The parts of the document that these actions change, and the layout that the formula is checked against.
struct FormulaPart {
  FormulaText& text;  // text in the editor
  FormulaState& state;
  const std::string& kind;         // the chosen kind
  const Layout* layout = nullptr;  // null: not known
};
void apply_formula(FormulaPart part, const FormulaAction& action);

// Keeps the text as the draft of the kind; a text without a letter ends its draft.
void keep_draft(FormulaDrafts& drafts, const std::string& kind, const FormulaText& text);
// Returns the draft of the kind; empty if there is none, in as many fields as `like` has.
FormulaText draft_of(const FormulaDrafts& drafts, const std::string& kind, const FormulaText& like);

// Puts the formula at the front of the history, and removes an older entry with the same text and kind.
void remember(KeptFormulae& kept, const std::string& kind, const FormulaText& text);

}  // namespace tcviz::inline app_session
