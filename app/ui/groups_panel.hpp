// The family tree: architectures across, kinds down, equal letter and colour for equal layouts. Two cells of a row are
// compared; a button reads everything afresh.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/ui/groups.hpp"
#include "app/ui/panel.hpp"

namespace tcviz {

class GroupsPanel {
 public:
  void draw(const Ui& ui);
  // Whether arrows, Enter and Escape go to the table.
  bool focused() const { return focused_; }

 private:
  struct Cell {
    std::size_t row = 0, column = 0;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  // Everything the table is made from; it is made anew where that changes.
  struct Inputs {
    std::vector<std::shared_ptr<const Answers>> answers;
    std::size_t kinds = 0;
  };
  // A line on the screen: a heading or a kind.
  struct Line {
    std::string text;
    std::optional<std::size_t> row;
  };
  struct Places {  // pixels
    float names = 0, cell = 0, line = 0, table = 0;
  };

  void draw_inside(const Ui& ui);
  bool unchanged(const Document& document) const;
  void prepare(const Document& document);
  void follow_view(const Ui& ui);
  void draw_title(const Ui& ui);
  void draw_reread(const Ui& ui, float right, float top);
  void draw_header(const Ui& ui, const Places& places) const;
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

  Inputs inputs_;
  GroupTable table_;
  std::vector<Line> lines_;
  std::vector<std::string> numbers_;  // "70", "121": what stands over the columns
  std::string count_, foot_;
  std::optional<Cell> first_;   // chosen, the second is waited for
  std::optional<Cell> cursor_;  // of the keyboard
  bool focused_ = false, asked_ = false, scroll_to_cursor_ = false;
  bool button_has_keys_ = false;  // the keyboard stands on the button above the table
  int focuses_served_ = 0;
  std::optional<ViewMode> view_;
};

}  // namespace tcviz
