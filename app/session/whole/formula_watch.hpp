// The document's formula, followed: it is checked again whenever it, or the layout that it is checked against, has
// changed.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "app/session/formula/formula_file.hpp"
#include "app/session/formula/formula_judge.hpp"
#include "app/session/formula/formula_threads.hpp"
#include "app/session/whole/document.hpp"

namespace tcviz::inline app_session {

class FormulaWatch {
 public:
  // A verdict if it may differ from the last one.
  std::optional<TakeVerdict> follow(const Document& document);

 private:
  void find_meant(const Document& document, const Layout& layout);

  bool followed_ = false;
  FormulaText text_;
  const Layout* layout_ = nullptr;
  std::vector<std::shared_ptr<const Answers>> answers_;  // of all sources, which keeps their layouts alive
  std::vector<MeantLayout> meant_;                       // with as many slots as layout_ has
  const Layout* meant_for_ = nullptr;
};

// The formula of the document beside the window: checked, repaired, compiled, kept.
class FormulaJobs {
 public:
  FormulaJobs(const std::filesystem::path& folder, const Wake& wake);

  // Takes up the text kept in an earlier run.
  void open(Document& document);
  void follow(Document& document);
  // Writes the formula that is being typed beside the saved ones.
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
