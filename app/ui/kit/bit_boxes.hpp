// tid, i, row and col of one slot in binary: every bit in a box with the colour of the bit of tid or i that it comes
// from, several if it is an XOR of several.
#pragma once

#include <string>
#include <vector>

#include "app/session/base/bit_sources.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class BitBoxes {
 public:
  // Takes a layout; to be called once for each.
  void follow(const Layout& layout);
  // Takes a slot of that layout that holds an element.
  void show(const Layout& layout, Slot slot, Element element);
  void draw(const Ui& ui) const;

  // The boxes that are drawn, for tests: the rows in order, their boxes the highest bit first.
  struct Box {
    bool set = false;
    std::vector<BitName> sources;     // their colours
    std::vector<std::string> labels;  // below the box: "t1", "^i0"
  };
  struct Row {
    std::string name, value;  // "tid", "7"
    std::vector<Box> boxes;
    std::size_t lines = 0;  // of labels
  };
  const std::vector<Row>& rows() const { return rows_; }
  const std::string& note() const { return note_; }  // why row and col have no sources; empty if they have

 private:
  void draw_row(const Ui& ui, const Row& row) const;
  void draw_box(const Ui& ui, const Box& box, ImVec2 low, ImVec2 size) const;

  BitTable table_;
  std::vector<Row> rows_;
  std::string note_;
};

}  // namespace tcviz::inline app_ui
