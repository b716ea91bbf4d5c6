// Explains the differences below a comparison: shows for each side the bits of row and col with the bits of tid and i
// that they are computed from. A line connects the old and the new position of each bit that has moved.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/session/base/bit_sources.hpp"
#include "app/session/whole/shown_layouts.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class CompareBits {
 public:
  // Takes the two layouts of a new comparison.
  void follow(SceneLayouts layouts);
  // Returns the height in pixels; 0 if there is nothing to draw.
  float height(const Ui& ui) const;
  void draw(const Ui& ui, const Rect& place) const;

  // The boxes that are drawn (also for tests): the bits of row from the highest, then those of col.
  struct Box {
    BitSum sum;
    std::string label;  // "t2", "t0^i1"; "0" if it never changes
    bool changed = false;
    bool of_col = false;
  };
  struct Side {
    std::string name;  // "V100 sm_70"
    std::vector<Box> boxes;
  };
  const std::array<Side, 2>& sides() const { return sides_; }
  // A bit of tid or i that is in box `from` of the first side and in box `to` of the second; indices into Side::boxes.
  struct Move {
    BitName bit;
    std::size_t from = 0, to = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };
  const std::vector<Move>& moves() const { return moves_; }

 private:
  std::array<Side, 2> sides_;
  std::vector<Move> moves_;
  std::string note_;  // why there are no boxes
};

}  // namespace tcviz::inline app_ui
