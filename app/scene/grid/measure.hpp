// The size that cells need for their labels, and the split of a cell among its owners. Knows nothing of colours.
#pragma once

#include <span>
#include <vector>

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

// Ways to write the content of a cell. Whole: "T5 x[3]". Broken: the same in two lines. Short: "5:3". First: "5".
enum class LabelForm : std::uint8_t { Whole, Broken, Short, First };
// The place in a cell of one owner that says how many owners there are.
enum class Copies : std::uint8_t { None, Below, Beside };

// The measures that neighbouring grids share, so that an element lies at the same place in all of them.
struct CellPlan {
  float label_size = 12;
  float gap = 1;                   // wider if cells are split, so that a cell is seen as one
  float cell_w = 28, cell_h = 28;  // from one cell to the next, the gap included
  int parts_x = 1, parts_y = 1;
  LabelForm form = LabelForm::Whole;
  Copies copies = Copies::None;
  float copies_w = 0;  // beside a label
};

// The contents that must fit into a cell.
struct CellNeeds {
  int whole = 0,
      broken = 0;  // characters of the longest line of a label; broken: of one in two lines, 0 if none can be
  int owners = 1;  // the largest number of parts
  float more_gap = 0;
  float corner = 0;  // kept free beside a label, for the frame of a difference
};

// The side below which everything in a cell shrinks alike: its labels wait for a larger scale.
inline constexpr float smallest_labelled = 16;

// Returns every reasonable way to split and to label a cell of at least `cell` units, which is smallest_labelled or
// more: at least one.
std::vector<CellPlan> cell_plans(const CellNeeds& needs, float cell);
// Returns the smallest of them; the squarer one of two.
CellPlan smallest_plan(std::span<const CellPlan> plans);
// Limits the side that a person asks for to the possible ones.
float usable_cell(float cell);
// Adapts a plan for smallest_labelled to a smaller side; larger ones stay.
CellPlan shrunk(CellPlan plan, float cell);

// Returns the plan with sides that are whole numbers of hatch tiles, so that all cells with one hatch look alike.
CellPlan in_hatch_tiles(CellPlan plan);
// Returns the distance that a cell that begins here must move back for hatch lines to miss its middle: less than a
// tile.
float hatch_misfit(float begin, float length);

// Returns the distance between numbered rows or columns at which numbers neither touch nor crowd: 1, 2, 4, ...
int axis_step(int count, float pitch, float number_length);

}  // namespace tcviz::inline app_scene
