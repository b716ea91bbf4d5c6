// What each view shows and where its grids stand: blocks, their common cell size, and their places.
#pragma once

#include <vector>

#include "app/scene/block.hpp"

namespace tcviz {

std::vector<Block> blocks_of(SceneLayouts layouts, const SceneStyle& style);

// Where a block's top left corner stands, from the top left of all of them, and how wide it may be.
struct Placed {
  std::size_t block = 0;
  Point at;
  float width = 0;
};
struct Arranged {
  CellPlan plan;
  std::vector<Placed> blocks;
  float width = 0;
};
Arranged arrange(const std::vector<Block>& blocks, const SceneStyle& style);

// The words of a view. Title: the kinds. Description: the provenance. Caption: what there is to count.
std::string title_of(SceneLayouts layouts, const SceneStyle& style);
std::string description_of(SceneLayouts layouts);
std::string caption_of(SceneLayouts layouts, const SceneStyle& style);

// Elements of `layout` that another layout gives to other slots, in either direction; an entry for every element.
std::vector<bool> differing_elements(const Layout& layout, const Layout& other);

}  // namespace tcviz
