// Checks the typed formula again whenever it, or the layout that it is checked against, has changed; and runs the jobs
// of the formula editor.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "app/session/base/task_row.hpp"
#include "app/session/formula/formula_file.hpp"
#include "app/session/formula/formula_judge.hpp"
#include "app/session/formula/formula_threads.hpp"
#include "app/session/whole/document.hpp"

namespace tcviz::inline app_session {

// Checks the formula.
class FormulaWatch {
 public:
  // Returns a new result if the formula, the layout or the known layouts have changed since the last call.
  std::optional<TakeVerdict> follow(const Document& document);

 private:
  void find_meant(const Document& document, const Layout& layout);

  bool followed_ = false;
  FormulaText text_;
  const Layout* layout_ = nullptr;
  std::vector<std::shared_ptr<const Answers>> answers_;  // of all sources; keeps their layouts alive
  std::vector<MeantLayout> meant_;  // layouts with as many slots as meant_for_, for Judged::right_for
  const Layout* meant_for_ = nullptr;
};

// The jobs of the formula editor: checks and repairs the formula, compiles it, and keeps it in the user's file.
class FormulaJobs {
 public:
  FormulaJobs(const std::filesystem::path& folder, const Wake& wake);

  // Reads the file, with the text that was typed last.
  void open(Document& document);
  // Does what is due; called in every frame.
  void follow(Document& document);
  // Writes the current text to the file, as the draft.
  void keep(Document& document);
  template <class F>
  void each_thread(F f) {
    f(compiler_), f(repairer_);
  }

 private:
  void save(Document& document);

  FormulaWatch watch_;
  FormulaFile file_;
  FormulaThread compiler_, repairer_;
};

}  // namespace tcviz::inline app_session
