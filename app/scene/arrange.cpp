#include "app/scene/arrange.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/words.hpp"

namespace tcviz {
namespace {

constexpr float block_gap = 32;
constexpr float wide_from = 2;  // a grid at least so many times wider than high
constexpr float product_gap = 24;

Block block_of(const Layout& layout, int number, Channel channel, std::string title) {
  const AxisNames axes = axis_names(layout.kind());
  Block block{&layout, static_cast<std::uint8_t>(number), channel, std::move(title), std::string(axes.row), {}, true,
              {}};
  block.column_name = axes.known ? std::string(axes.col) + " (column)" : std::string(axes.col);
  if (channel == Channel::Slots) {
    block.row_name = "tid";
    block.column_name = "x[i]";
  }
  return block;
}

std::vector<Block> product_blocks(SceneLayouts layouts) {
  std::vector<Block> blocks;
  for (std::size_t n = 0; n < layouts.size(); ++n) {
    const Layout& layout = *layouts[n];
    blocks.push_back(block_of(layout, static_cast<int>(n), Channel::Both, operand_title(layout.kind())));
    blocks.back().legend = n + 1 == layouts.size();
  }
  return blocks;
}

std::vector<Block> comparison_blocks(SceneLayouts layouts, const SceneStyle& style) {
  std::vector<Block> blocks;
  for (std::size_t n = 0; n < 2; ++n) {
    const Layout& layout = *layouts[n];
    const std::string& name = style.side_names[n];
    blocks.push_back(
        block_of(layout, static_cast<int>(n), Channel::Both, name.empty() ? side_title(layouts, n) : name));
    blocks.back().differs = differing_elements(layout, *layouts[1 - n]);
    blocks.back().legend = n == 0;
  }
  return blocks;
}

// Room for all blocks in cells of one size.
CellPlan common_plan(const std::vector<Block>& blocks, const SceneStyle& style) {
  CellNeeds needs{{}, 0, 1};
  for (const Block& block : blocks) {
    const CellNeeds own = needs_of(block, style);
    if (own.widest.size() > needs.widest.size()) needs.widest = own.widest;
    needs.lines = std::max(needs.lines, own.lines);
    needs.parts = std::max(needs.parts, own.parts);
  }
  CellPlan plan = plan_cells(needs, style.cell);
  // Square cells give A's columns and B's rows the same pitch: k lines up.
  if (style.view == ViewMode::Product) plan.cell_w = plan.cell_h = std::max(plan.cell_w, plan.cell_h);
  return plan;
}

bool stands_stacked(Arrangement arrangement, const BlockSize& size) {
  const bool wide = size.grid_w > wide_from * size.grid_h;
  return arrangement == Arrangement::Stacked || (arrangement == Arrangement::Fitting && wide);
}

// One after the other, to the right or downwards.
void place_in_line(Arranged& arranged, const std::vector<Block>& blocks, const SceneStyle& style) {
  float width = 0;
  for (const Block& block : blocks) width = std::max(width, size_of(block, arranged.plan, style).width);
  const bool stacked = stands_stacked(style.arrangement, size_of(blocks.front(), arranged.plan, style));
  Point at;
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    arranged.blocks.push_back({n, at, width});
    if (stacked) at.y += block_height(blocks[n], arranged.plan, style, width) + block_gap;
    if (!stacked) at.x += width + block_gap;
  }
  arranged.width = stacked ? width : at.x - block_gap;
}

//        B
//    A   accumulator
void place_product(Arranged& arranged, const std::vector<Block>& blocks, const SceneStyle& style) {
  const BlockSize a = size_of(blocks[0], arranged.plan, style), b = size_of(blocks[1], arranged.plan, style);
  const BlockSize c = size_of(blocks[2], arranged.plan, style);
  const float left = std::max(a.width, a.gutter + a.grid_w) + product_gap, gutter = std::max(b.gutter, c.gutter);
  const float below = b.head + b.grid_h + product_gap;
  const float width = gutter + std::max(b.width - b.gutter, c.width - c.gutter);
  arranged.blocks = {{0, {0, below}, a.width},
                     {1, {left + gutter - b.gutter, 0}, width - gutter + b.gutter},
                     {2, {left + gutter - c.gutter, below}, width - gutter + c.gutter}};
  arranged.width = left + width;
}

}  // namespace

std::vector<Block> blocks_of(SceneLayouts layouts, const SceneStyle& style) {
  const Layout& layout = *layouts.front();
  switch (style.view) {
    case ViewMode::Grids:
      return {block_of(layout, 0, Channel::Thread, std::string(grid_title(Channel::Thread))),
              block_of(layout, 0, Channel::Register, std::string(grid_title(Channel::Register)))};
    case ViewMode::Combined:
      return {block_of(layout, 0, Channel::Both, std::string(grid_title(Channel::Both)))};
    case ViewMode::Threads:
      return {block_of(layout, 0, Channel::Slots, std::string(grid_title(Channel::Slots)))};
    case ViewMode::Product:
      return product_blocks(layouts);
    case ViewMode::Comparison:
      return comparison_blocks(layouts, style);
  }
  return {};
}

Arranged arrange(const std::vector<Block>& blocks, const SceneStyle& style) {
  Arranged arranged;
  arranged.plan = common_plan(blocks, style);
  if (style.view == ViewMode::Product) {
    place_product(arranged, blocks, style);
  } else {
    place_in_line(arranged, blocks, style);
  }
  return arranged;
}

std::vector<bool> differing_elements(const Layout& layout, const Layout& other) {
  std::vector<bool> differs(static_cast<std::size_t>(layout.elements()), true);
  for (int row = 0; row < std::min(layout.rows(), other.rows()); ++row) {
    for (int col = 0; col < std::min(layout.cols(), other.cols()); ++col) {
      const std::vector<Slot> own = layout.owners({row, col}), others = other.owners({row, col});
      differs[static_cast<std::size_t>(row * layout.cols() + col)] = own != others;
    }
  }
  return differs;
}

}  // namespace tcviz
