// The page around all grids of a picture: title and provenance above, legends and caption below. Blocks are placed in
// rows.
#pragma once

#include <string>
#include <vector>

#include "app/scene/grid/block.hpp"

namespace tcviz::inline app_scene {

inline constexpr float page_margin = 20, gap_in_room = 20, block_gap = 32, line_gap = 16, legend_gap = 14;

// Sets the title of the picture, unless the style gives one, and the source of its layouts.
void set_words(Build& build, std::string title, std::string description);

// Returns the margin of a picture: one that fills a room has the room's own.
float margin_of(const SceneStyle& style);
float gap_of(const SceneStyle& style);  // between blocks
// Returns the width below which a legend is not readable; on paper it may take more rows instead.
float least_legend(const SceneStyle& style);

// Draws title and provenance from (x, y) downwards. Returns their height; 0 if the style has none.
float add_title(Build& build, float x, float y, float width);
// Draws the caption, as `text` or in the style's own words. Returns its height; 0 if the style has none.
float add_caption(Build& build, const std::string& text, float x, float y, float width);

// True if grids that are this wide stand above each other.
bool stands_stacked(Arrangement arrangement, const Block& block);

using PageRows = std::vector<std::vector<const Block*>>;
// Returns the widths of the columns of a page, gutters included.
std::vector<float> column_widths(const PageRows& rows, const SceneStyle& style);
// The place of a block in a page.
struct PlaceInRows {
  std::size_t row = 0, column = 0;
};
float add_legends(Scene& scene, const Build& build, const PageRows& rows, PlaceInRows at, Point corner, float width);
// Returns the height of the legend of a comparison below all rows; 0 in other views.
float difference_legend_height(const SceneStyle& style);

// Draws the whole picture of blocks in rows; the columns of all rows are lined up. Every legend stands once, below the
// last row that it is for.
void add_page(Build& build, const PageRows& rows);
// Returns the height of title and caption on a page of this width, with the air around them.
float words_height(const Build& build, float width);

// Outlines the thread and the slot that the style marks, in all grids.
void add_outlines(Build& build);

}  // namespace tcviz::inline app_scene
