// The state of the formula editor, part of the document: the check's result, and the formulae that are kept in a file.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/session/base/task.hpp"

namespace tcviz::inline app_session {

// The text in the editor: if `one_text` is set, `text` has both formulae; otherwise `row` and `col` have one each.
struct FormulaText {
  bool one_text = false;
  std::string row, col, text;

  bool empty() const;  // true also if it is only white space
  friend bool operator==(const FormulaText&, const FormulaText&) = default;
};

// A formula with its kind; in the history without a name.
struct SavedFormula {
  std::string name, kind;
  FormulaText text;
  friend bool operator==(const SavedFormula&, const SavedFormula&) = default;
};

// Everything about formulae that is kept between runs.
struct KeptFormulae {
  std::vector<SavedFormula> saved;    // in the order in which they were saved
  std::vector<SavedFormula> history;  // the latest first
  SavedFormula draft;                 // the editor's text when it was last written to the file; may be empty
  friend bool operator==(const KeptFormulae&, const KeptFormulae&) = default;
};
inline constexpr std::size_t most_saved_formulae = 500, most_formula_history = 40;
inline constexpr std::size_t most_formula_name = 60, most_formula_bytes = std::size_t{1} << 16;

struct Judged;

// The texts that were typed for kinds, by the id of the kind.
using FormulaDrafts = std::map<std::string, FormulaText>;

struct FormulaState {
  KeptFormulae kept;
  FormulaDrafts drafts;                  // of the kinds that are not chosen; that of the chosen one is in the editor
  std::shared_ptr<const Judged> judged;  // null: there is no layout to check against
  bool hide_answer = false;              // the layout is hidden until the formula is right or the user reveals it
  std::string news;                      // message about the last save or copy
  bool failed = false;                   // `news` is about a failure
  Task compiling;                        // the text is being compiled by a C++ compiler
  int saves_asked = 0;                   // a change requests that the box for the name opens
};

}  // namespace tcviz::inline app_session
