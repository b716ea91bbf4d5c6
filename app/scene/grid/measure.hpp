// The size that cells need for their labels, and the division of a cell among the owners of its element.
#pragma once

#include <span>
#include <vector>

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

// The forms of a cell's label. Whole: "T5 x[3]". Broken: the same in two lines. Short: "5:3". First: "5".
enum class LabelForm : std::uint8_t { Whole, Broken, Short, First };
// The position of the number of owners ("x2") in a cell that shows one owner only: below or beside its label.
enum class Copies : std::uint8_t { None, Below, Beside };

// The size and division of cells. Neighbouring grids have the same, so that an element has the same position in all.
struct CellPlan {
  float label_size = 12;
  float gap = 1;                   // between cells; wider if cells are divided
  float cell_w = 28, cell_h = 28;  // from one cell to the next, including the gap
  int parts_x = 1, parts_y = 1;
  LabelForm form = LabelForm::Whole;
  Copies copies = Copies::None;
  float copies_w = 0;  // width of the number of owners beside a label
};

// The contents that must fit into a cell.
struct CellNeeds {
  int whole = 0,
      broken = 0;      // longest line of a label in one line, or in two (0: it has no such form), in characters
  int owners = 1;      // the largest number of parts of a cell
  float more_gap = 0;  // additional gap between cells
  float corner = 0;    // additional width beside a label, for the frame of a difference
};

// Cells that are to be smaller than this are scaled down with their labels, which then are not readable at 100 %.
inline constexpr float smallest_labelled = 16;

// Returns all reasonable divisions and labels of a cell of at least `cell` units (smallest_labelled or more); never
// empty.
std::vector<CellPlan> cell_plans(const CellNeeds& needs, float cell);
// Returns the plan with the smallest cell; of equal areas the one that is closest to a square.
CellPlan smallest_plan(std::span<const CellPlan> plans);
// Returns the side `cell`, which the user has chosen, clamped to what is possible.
float usable_cell(float cell);
// Scales a plan for smallest_labelled down to the side `cell`; returns it unchanged if `cell` is not smaller.
CellPlan shrunk(CellPlan plan, float cell);

// Returns the plan with its sides rounded up to multiples of hatch_tile, so that all cells with one hatch look alike.
CellPlan in_hatch_tiles(CellPlan plan);
// Returns the distance, less than a tile, by which a cell with edges `begin` and `begin + length` must be moved back,
// so that no hatch line crosses its label.
float hatch_misfit(float begin, float length);

// Returns the distance between numbered rows or columns, 1, 2, 4, ..., at which the numbers do not touch. `pitch`: size
// of a row or column; `number_length`: space that a number needs.
int axis_step(int count, float pitch, float number_length);

}  // namespace tcviz::inline app_scene
