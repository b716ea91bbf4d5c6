// The panel with the list of kinds and its search. Signs show which kinds the chosen source knows and in which an
// element has several owners; favourites and recent kinds come first.
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

  // Handles the keys of the list. `searched`: the search field had the keyboard focus until now.
  void press_keys(const Ui& ui, bool searched);
  void choose_best(const Ui& ui);
  void step(const Ui& ui, int rows, bool over_headings);
  void put_cursor(const Ui& ui, std::size_t row, bool walking = false);
  void open_or_close(const Ui& ui, bool open);
  std::size_t cursor_row(const Document& document) const;

  KindsList list_;
  std::array<char, 128> search_ = {};
  std::string cursor_;        // id of the row with the keyboard's cursor
  std::string followed_;      // the chosen kind to which the cursor was last moved
  std::string searched_for_;  // the search text for which the rows were made
  std::string scrolled_to_;   // the row that was last scrolled into view
  int focuses_served_ = 0;    // the last value of ViewState::focuses that was handled
  std::size_t grouped_ = 0;   // number of rows above the tree
  float page_ = 10;           // number of visible rows
  bool focused_ = false, searching_ = false, drawn_ = false;
};

}  // namespace tcviz::inline app_ui
