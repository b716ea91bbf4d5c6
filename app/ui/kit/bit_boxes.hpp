// Draws tid, i, row and col of one slot in binary: each bit is a box with the colour of the bit of tid or i from which
// it is computed, or several colours if it is the XOR of several bits.
#pragma once

#include <string>
#include <vector>

#include "app/session/base/bit_sources.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class BitBoxes {
 public:
  // Takes a new layout.
  void follow(const Layout& layout);
  // Takes a slot of the layout, and its element.
  void show(const Layout& layout, Slot slot, Element element);
  void draw(const Ui& ui) const;

  // The boxes that are drawn (also for tests); a row's highest bit comes first.
  struct Box {
    bool set = false;
    std::vector<BitName> sources;     // the bits that give the box its colours
    std::vector<std::string> labels;  // below the box: "t1", "^i0"
  };
  struct Row {
    std::string name, value;  // "tid", "7"
    std::vector<Box> boxes;
    std::size_t lines = 0;  // number of lines of labels
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
