// The inspector, the panel about the pinned element (or else the one under the pointer): its owners, the bits that give
// its row and column, the products that it sums up, the selected elements, the fragment of its thread, and the checks
// behind the layout.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/whole/shown_layouts.hpp"
#include "app/ui/kit/bit_boxes.hpp"
#include "app/ui/kit/owner_lists.hpp"
#include "app/ui/kit/view_panel.hpp"

namespace tcviz::inline app_ui {

class InspectorPanel : public ViewPanel {
 public:
  void draw(const Ui& ui) override;

 private:
  struct Owner {
    Slot slot;
    std::string thread, value, span;  // "T7", "x[2]", "R2 [31:0]"
  };
  struct ValueRow {
    Slot slot;
    std::optional<Element> element;
    std::string value, span, place;  // "x[2]", "R2 [31:0]", "(9, 6)"
  };
  struct Fact {
    std::string name, text;
  };

  void prepare(const Document& document);
  void prepare_reason(const Document& d, int shown);
  void prepare_provenance(const Layout& layout);
  void prepare_pick(const Layout& layout, const Pick& pick);
  void prepare_thread(const Layout& layout, int tid);
  void draw_nothing(const Ui& ui) const;
  void draw_pick(const Ui& ui);
  void draw_owner(const Ui& ui, const Owner& owner, bool first) const;
  void draw_thread(const Ui& ui);
  void draw_value(const Ui& ui, const ValueRow& row);
  void draw_provenance(const Ui& ui);
  float provenance_height(const Ui& ui) const;

  // The input from which the members below were made.
  ShownLayouts shown_;
  const Layout* layout_ = nullptr;  // the layout of the picked element, or the first of the view
  std::optional<Pick> pick_;
  int tid_ = -1;

  std::string name_, element_, linear_, thread_title_, other_side_;
  bool other_side_differs_ = false;
  std::vector<Owner> owners_;
  BitBoxes bits_;
  TermList terms_;
  BandList band_;
  std::vector<ValueRow> values_;
  std::vector<std::string> methods_;
  std::vector<Fact> facts_;
  std::optional<Pick> scrolled_to_;
  std::optional<Pick> pointed_;  // owner in the row of this panel that was under the pointer in the last frame
};

}  // namespace tcviz::inline app_ui
