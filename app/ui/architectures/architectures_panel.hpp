// The view Architectures: a table with a column for each architecture and a row for each kind; cells with the same
// letter and colour have equal layouts. Neighbouring columns that are equal in all rows are drawn as one until the user
// opens it. A click on two cells of a row compares them, a click on the head of a column chooses it as the source, and
// a button computes all layouts again.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/session/whole/architectures.hpp"
#include "app/ui/kit/view_panel.hpp"

namespace tcviz::inline app_ui {

class ArchitecturesPanel : public ViewPanel {
 public:
  void draw(const Ui& ui) override;
  PanelKeys keys() const override { return focused_ ? PanelKeys::All : PanelKeys::None; }
  std::vector<Rect> subjects() const override { return {subject_}; }

 private:
  // A cell: index of the table's row, index into columns_.
  struct Cell {
    std::size_t row = 0, column = 0;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  // The data that the table is made from.
  struct Inputs {
    std::vector<std::shared_ptr<const Answers>> answers;
    std::size_t kinds = 0;
  };
  // A line on the screen: a heading, or a kind with the index of its row.
  struct Line {
    std::string text;
    std::optional<std::size_t> row;
  };
  // A column on screen: one column of the table, or several equal ones.
  struct Column {
    std::size_t first = 0, count = 1;  // columns of the table
    std::string gpu, name;             // "V100", "sm_70"; if it stands for several: "12 alike", "sm_80-121"
  };
  struct Places {  // widths of names and cells, height of a line, width of the table; pixels
    float names = 0, cell = 0, line = 0, table = 0;
  };

  void draw_inside(const Ui& ui);
  bool unchanged(const Document& document) const;
  void prepare(const Document& document);
  void fold();
  bool are_alike(std::size_t column, std::size_t other) const;
  void draw_title(const Ui& ui);
  void draw_recompute(const Ui& ui, float right, float top);
  void draw_header(const Ui& ui, const Places& places);
  void draw_head(const Ui& ui, const Column& column, const Rect& place);
  void draw_table(const Ui& ui, const Places& places);
  void draw_line(const Ui& ui, const Places& places, const Line& line, ImVec2 at, float width) const;
  void draw_cell(const Ui& ui, ImVec2 at, float side, int group) const;
  void draw_marks(const Ui& ui, const Places& places, ImVec2 origin) const;
  void draw_tooltip(const Ui& ui, const Cell& cell) const;
  void draw_foot(const Ui& ui) const;
  Places places_of(const Ui& ui) const;
  std::optional<Cell> cell_at(const Places& places, ImVec2 offset) const;
  std::size_t line_of(std::size_t row) const;
  void choose(const Ui& ui, const Cell& cell);
  void press_keys(const Ui& ui);
  void move_cursor(int rows, int columns);
  const ArchitectureColumn& column_of(const Cell& cell) const { return table_.columns[columns_[cell.column].first]; }
  int group_of(const Cell& cell) const { return table_.rows[cell.row].groups[columns_[cell.column].first]; }

  Inputs inputs_;
  ArchitectureTable table_;
  std::vector<Line> lines_;
  std::vector<Column> columns_;
  std::set<std::size_t> opened_;  // first columns of groups of equal columns that the user has opened
  Rect subject_;
  bool refold_ = false;  // columns_ must be made again
  std::string count_, foot_;
  std::optional<Cell> first_;   // the first cell of a comparison; the second is not chosen yet
  std::optional<Cell> cursor_;  // the keyboard's cell
  bool focused_ = false, asked_ = false, scroll_to_cursor_ = false;
  bool button_has_keys_ = false;  // the button above the table has the keyboard focus
};

}  // namespace tcviz::inline app_ui
