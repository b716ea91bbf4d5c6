// The part of the document that is about formulae: the typed text, the check's verdict, and the formulae that are kept.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "app/session/base/task.hpp"

namespace tcviz::inline app_session {

// The text in the editor: row and col each in a field of its own, or one text with both.
struct FormulaText {
  bool one_text = false;
  std::string row, col, text;

  bool empty() const;  // nothing but white space
  friend bool operator==(const FormulaText&, const FormulaText&) = default;
};

struct SavedFormula {
  std::string name, kind;
  FormulaText text;
  friend bool operator==(const SavedFormula&, const SavedFormula&) = default;
};

// Everything about formulae that is kept between runs.
struct KeptFormulae {
  std::vector<SavedFormula> saved;    // in the order in which they were saved
  std::vector<SavedFormula> history;  // without names, the latest first
  SavedFormula draft;                 // the editor's text when the window rested last; may be empty
  friend bool operator==(const KeptFormulae&, const KeptFormulae&) = default;
};
inline constexpr std::size_t most_saved_formulae = 500, most_formula_history = 40;
inline constexpr std::size_t most_formula_name = 60, most_formula_bytes = std::size_t{1} << 16;

struct Judged;

struct FormulaState {
  KeptFormulae kept;
  std::shared_ptr<const Judged> judged;  // null: there is no layout to check against
  bool hide_answer = false;              // until the formula is right, or the user reveals it
  std::string news;                      // the outcome of the last save or copy
  bool failed = false;
  Task compiling;       // the text by a C++ compiler, which a person asked for
  int saves_asked = 0;  // counted up, as requests of panels are
};

}  // namespace tcviz::inline app_session
