// One grid of a scene with its heading, axes and legend: what it shows, how large it is, and how it is drawn.
#pragma once

#include <string>
#include <vector>

#include "app/scene/coloring.hpp"
#include "app/scene/labels.hpp"
#include "app/scene/measure.hpp"
#include "app/scene/theme.hpp"

namespace tcviz {

struct Block {
  const Layout* layout = nullptr;
  std::uint8_t number = 0;  // of the layout in the scene
  Channel channel = Channel::Thread;
  std::string title, row_name, column_name;
  bool legend = true;
  // In a comparison: an entry for every element, true where the other layout differs. Empty: no comparison.
  std::vector<bool> differs;

  int rows() const { return channel == Channel::Slots ? layout->threads() : layout->rows(); }
  int cols() const { return channel == Channel::Slots ? layout->values() : layout->cols(); }
};

// The parts around the cells, from the block's top left corner: heading, column numbers; gutter for row numbers.
struct BlockSize {
  float gutter = 0, head = 0;    // left of the cells and above them
  float grid_w = 0, grid_h = 0;  // of the cells
  float width = 0;               // of all, the legend's smallest width included
};

CellNeeds needs_of(const Block& block, const SceneStyle& style);
BlockSize size_of(const Block& block, const CellPlan& plan, const SceneStyle& style);

// With its legend, which may be `width` wide.
float block_height(const Block& block, const CellPlan& plan, const SceneStyle& style, float width);

// Draws the block so that its top left corner is at `at`; the legend below may be `width` wide. Returns the height.
float add_block(Scene& scene, const Block& block, const CellPlan& plan, const SceneStyle& style, Point at, float width);

}  // namespace tcviz
