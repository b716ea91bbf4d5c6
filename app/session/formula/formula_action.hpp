// Actions of a person on formulae. Plain values, applied by apply_action (action.hpp) with all others.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "app/session/formula/formula_state.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_session {

struct FormulaRepair {
  std::string change;  // "col: `2` becomes `1`"
  FormulaText text;    // after it
};

// Sent for every letter that is typed; Undo takes back a whole run of letters.
struct SetFormula {
  FormulaText text;
};
// Replaces the text in the editor, which goes into the history.
struct UseFormula {
  FormulaText text;
};
struct HideAnswer {};  // a right formula is removed, or nothing would be hidden
struct RevealAnswer {};
// Saves the formula under this name with the chosen kind, in place of an older one of that name.
struct SaveFormula {
  std::string name;
};
struct DropFormula {
  std::string name;
};
struct AskFormulaName {};
struct RestoreFormulae {
  KeptFormulae kept;
};
struct TakeVerdict {
  std::shared_ptr<const Judged> judged;
};
// Adds the repairs of that verdict's text; ignored if another verdict has come since.
struct TakeRepairs {
  std::shared_ptr<const Judged> of;
  std::vector<FormulaRepair> repairs;
};
// Compiles the text in the editor and executes it: only if a person asks for it.
struct CompileFormula {};
// The verdict on that text for that layout; nothing if either has changed since.
struct TakeCompiled {
  FormulaText text;
  std::shared_ptr<const Layout> layout;
  std::shared_ptr<const Judged> judged;
};
struct TellFormula {
  std::string text;
  bool failed = false;
};
using FormulaAction =
    std::variant<SetFormula, UseFormula, HideAnswer, RevealAnswer, SaveFormula, DropFormula, AskFormulaName,
                 RestoreFormulae, TakeVerdict, TakeRepairs, CompileFormula, TakeCompiled, TellFormula>;

// The part of a document that they change, and the layout it is checked against.
struct FormulaPart {
  FormulaText& text;  // in the editor
  FormulaState& state;
  const std::string& kind;
  const Layout* layout = nullptr;  // null: not known
};
void apply_formula(FormulaPart part, const FormulaAction& action);

// Puts a formula at the head of the history; an older entry of the same goes.
void remember(KeptFormulae& kept, const std::string& kind, const FormulaText& text);

}  // namespace tcviz::inline app_session
