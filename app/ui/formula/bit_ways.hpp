// Draws the explanation of the typed formula: each bit of row and col with the bits of tid and i that it is computed
// from, and the terms of the formula in the same colours.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/session/formula/formula_judge.hpp"
#include "app/ui/kit/code_field.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class BitWays {
 public:
  // Takes a new result of the check; null: none. `layout` is the right answer; null while it is hidden.
  void follow(const Judged* judged, const Layout* layout);
  void draw(const Ui& ui) const;
  // Underlines the terms in the two fields of the editor.
  void underline(const Ui& ui, const CodeField& first, const CodeField& second) const;
  bool empty() const { return rows_.empty() && terms_.empty(); }

  // The boxes that are drawn (also for tests); a row's highest bit comes first.
  struct Box {
    std::vector<BitName> sources;
    std::string label;   // "t4", "t1^i0", "0"
    std::string should;  // the right label, if this one is wrong; empty if it is right or the answer is hidden
  };
  struct Row {
    std::string name;
    std::vector<Box> boxes;
  };
  struct Term {
    int field = 0;
    TextRange range;
    std::string text, says;  // the term, and its effect: "i1 to row 3"
    std::vector<BitName> sources;
  };
  const std::vector<Row>& rows() const { return rows_; }
  const std::vector<Term>& terms() const { return terms_; }

 private:
  void add_row(const char* name, const std::vector<BitSum>& sums, const std::vector<BitSum>& right);
  void draw_row(const Ui& ui, const Row& row) const;
  void draw_term(const Ui& ui, const Term& term) const;

  std::vector<Row> rows_;
  std::vector<Term> terms_;
  std::string note_;
};

}  // namespace tcviz::inline app_ui
