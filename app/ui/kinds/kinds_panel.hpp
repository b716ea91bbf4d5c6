// The list of kinds with its search. Signs tell which of them the chosen source knows and which are replicated;
// favourites and recent ones stand on top.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "app/session/whole/kinds_list.hpp"
#include "app/ui/kit/view_panel.hpp"

namespace tcviz::inline app_ui {

class KindsPanel : public ViewPanel {
 public:
  void draw(const Ui& ui) override;
  PanelKeys keys() const override { return focused_ ? PanelKeys::Walks : PanelKeys::None; }

 private:
  void draw_title(const Ui& ui);
  void draw_search(const Ui& ui);
  void draw_rows(const Ui& ui);
  void draw_row(const Ui& ui, std::size_t at);
  void draw_heading(const Ui& ui, const ListedRow& row, ImVec2 low, ImVec2 high, bool hot);
  void draw_kind(const Ui& ui, const ListedRow& row, ImVec2 low, ImVec2 high, bool hot);
  float draw_right(const Ui& ui, const ListedRow& row, ImVec2 low, ImVec2 high, bool hot);
  void draw_legend(const Ui& ui);
  void keep_in_place(const Ui& ui);

  // Presses keys for the list. `searched`: the search had the keys until now.
  void press_keys(const Ui& ui, bool searched);
  void choose_best(const Ui& ui);
  void step(const Ui& ui, int rows, bool over_headings);
  void put_cursor(const Ui& ui, std::size_t row, bool walking = false);
  void open_or_close(const Ui& ui, bool open);
  std::size_t cursor_row(const Document& document) const;

  KindsList list_;
  std::array<char, 128> search_ = {};
  std::string cursor_;        // the id of the row that the keys are on
  std::string followed_;      // the chosen kind that the cursor last went to
  std::string searched_for_;  // when the rows were last made
  std::string scrolled_to_;   // the row that was last brought into sight
  int focuses_served_ = 0;
  std::size_t grouped_ = 0;  // rows above the tree
  float page_ = 10;          // rows in sight
  bool focused_ = false, searching_ = false, drawn_ = false;
};

}  // namespace tcviz::inline app_ui
