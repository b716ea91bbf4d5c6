// Checks the document's formula again whenever it, or the layout that it is checked against, has changed. Knows nothing
// of Dear ImGui.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/session/formula/formula_action.hpp"
#include "app/session/formula/formula_judge.hpp"
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

}  // namespace tcviz::inline app_session
