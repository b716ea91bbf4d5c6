// Two lists of owners (threads and values) in the inspector: of the selected elements, and of the factors whose
// products an element of the accumulator sums up. Computed again only if the selection changes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/whole/selection_text.hpp"
#include "app/session/whole/shown_layouts.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// The list for a selection of elements: a line for each owner of each element, in the first one with the element.
class BandList {
 public:
  void follow(const Document& document, const ShownLayouts& shown, bool layouts_changed);
  void draw(const Ui& ui, const ShownLayouts& shown);
  bool empty() const { return rows_.empty(); }
  const std::string& summary() const { return summary_; }

 private:
  struct Row {
    Pick pick;
    std::string place, slot, span;
  };
  std::optional<Band> band_;
  std::vector<BandCell> cells_;
  std::vector<Row> rows_;
  std::string summary_;  // "24 elements · 12 threads · 24 slots"
};

// The list for an element (r, c) of the accumulator of a product: a line for each k with the owners of A(r, k) and B(k,
// c). For an element of A or B: the elements of the accumulator to which it contributes.
class TermList {
 public:
  void follow(const std::optional<Pick>& pick, const ShownLayouts& shown, bool layouts_changed);
  void draw(const Ui& ui);
  bool empty() const { return title_.empty(); }

 private:
  struct Row {
    std::string k, a, b;  // "T4 x[0] +1": the first owner; there is 1 more
    std::string all;      // all owners of both, for the tooltip
  };
  void draw_head(const Ui& ui) const;
  void draw_row(const Ui& ui, std::size_t index) const;

  std::optional<Pick> pick_;
  std::string title_, a_name_, b_name_;
  int a_layout_ = 0, b_layout_ = 1;
  float k_width_ = 0;  // points
  std::vector<ProductTerm> terms_;
  std::vector<Row> rows_;
};

}  // namespace tcviz::inline app_ui
