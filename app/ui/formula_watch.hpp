// Checks the document's formula again whenever it, or the layout that it is held against, is another. Knows nothing of
// Dear ImGui.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/ui/document.hpp"
#include "app/ui/formula_action.hpp"
#include "app/ui/formula_judge.hpp"

namespace tcviz {

class FormulaWatch {
 public:
  // A verdict where it may be another than the last one.
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

}  // namespace tcviz
