// What stands around all grids of a picture: title and provenance above, legends and caption below. Blocks are placed
// in rows.
#pragma once

#include <string>
#include <vector>

#include "app/scene/block.hpp"

namespace tcviz {

inline constexpr float page_margin = 20, block_gap = 32, line_gap = 16, legend_gap = 14;

// What the picture is called, unless the style says, and where its layouts come from.
void set_words(Build& build, std::string title, std::string description);

// Title and provenance from (x, y) downwards. Returns their height; 0 where the style has none.
float add_title(Build& build, float x, float y, float width);
// The caption, as `text` or in the style's own words. Returns its height; 0 where the style has none.
float add_caption(Build& build, const std::string& text, float x, float y, float width);

// Whether grids that are this wide stand above each other.
bool stands_stacked(Arrangement arrangement, const Block& block);

// The whole picture of blocks in rows; the columns of all rows are lined up. Every legend stands once, below the last
// row that it is for.
void add_page(Build& build, const std::vector<std::vector<const Block*>>& rows, const std::string& caption);

// Outlines the thread and the slot that the style marks, in all grids.
void add_outlines(Build& build);

}  // namespace tcviz
