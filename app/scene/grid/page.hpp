// The page of a picture: rows of blocks (grids with their axes), title and provenance above them, legends and caption
// below.
#pragma once

#include <string>
#include <vector>

#include "app/scene/grid/block.hpp"

namespace tcviz::inline app_scene {

inline constexpr float page_margin = 20, gap_in_room = 20, block_gap = 32, line_gap = 16, legend_gap = 14;

// Sets the title (style.title_text, if that is not empty, instead of `title`) and the description of the scene.
void set_words(Build& build, std::string title, std::string description);

// Returns the margin of a picture.
float margin_of(const SceneStyle& style);
float gap_of(const SceneStyle& style);  // between blocks
// Returns the smallest width of a readable legend; 0 if the style has no legend.
float least_legend(const SceneStyle& style);

// Adds title and provenance from (x, y) downwards. Returns their height; 0 if the style has no title.
float add_title(Build& build, float x, float y, float width);
// Adds the caption: style.caption_text, or if that is empty, `text`. Returns its height; 0 if the style has no caption.
float add_caption(Build& build, const std::string& text, float x, float y, float width);

// True if grids of the size of `block` are arranged one above the other.
bool stands_stacked(Arrangement arrangement, const Block& block);

using PageRows = std::vector<std::vector<const Block*>>;
// Returns the widths of the columns of a page, including row numbers.
std::vector<float> column_widths(const PageRows& rows, const SceneStyle& style);
// The position of a block in a page.
struct PlaceInRows {
  std::size_t row = 0, column = 0;
};
// Adds the legends below block `at`, if they belong there (see add_page), with their upper left corner at `corner`.
// Returns their height.
float add_legends(Scene& scene, const Build& build, const PageRows& rows, PlaceInRows at, Point corner, float width);
// True if the labels of the block are as "5:3", which a legend on paper explains.
bool has_brief_labels(const Block& block, const SceneStyle& style);
// Returns the height of the legend of a comparison, which is below all rows; 0 in other views.
float difference_legend_height(const SceneStyle& style);

// Adds everything: the rows of blocks with aligned columns, and all texts. A legend that several blocks share is drawn
// once, below the last row with such a block.
void add_page(Build& build, const PageRows& rows);
// Returns the height of title and caption, including spacing, on a page of width `width`.
float words_height(const Build& build, float width);

// Outlines, in all grids, the cells of the marked thread (style.marked) and more strongly the marked slot.
void add_outlines(Build& build);

}  // namespace tcviz::inline app_scene
