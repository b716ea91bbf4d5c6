// What a person can do with formulae. Plain values, applied by apply_action (action.hpp) with all others.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "app/ui/formula_state.hpp"

namespace tcviz {

// Typed: a letter of many, which are undone together.
struct SetFormula {
  FormulaText text;
};
// In place of what stands there, which goes into the history.
struct UseFormula {
  FormulaText text;
};
struct HideAnswer {};  // a right formula goes, or nothing would be hidden
struct RevealAnswer {};
// Under this name with the chosen kind, in place of an older one of that name.
struct SaveFormula {
  std::string name;
};
struct DropFormula {
  std::string name;
};
struct FocusFormula {};
struct AskFormulaName {};
struct RestoreFormulae {
  KeptFormulae kept;
};
struct TakeVerdict {
  std::shared_ptr<const Judged> judged;
};
struct TellFormula {
  std::string text;
  bool failed = false;
};
using FormulaAction = std::variant<SetFormula, UseFormula, HideAnswer, RevealAnswer, SaveFormula, DropFormula,
                                   FocusFormula, AskFormulaName, RestoreFormulae, TakeVerdict, TellFormula>;

struct Document;
void apply_formula_action(Document& document, const FormulaAction& action);

// Puts a formula at the head of the history; an older entry of the same goes.
void remember(KeptFormulae& kept, const std::string& kind, const FormulaText& text);

}  // namespace tcviz
