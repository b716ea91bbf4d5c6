// Draws an image (the arrangement of a matrix tile in shared memory) as two grids: shared memory in lines of 128 bytes,
// with a cell for each 16 bytes or each element, and the matrix, with the address of each chunk of 16 bytes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/scene/easel/scene.hpp"
#include "app/scene/pictures/image_map.hpp"

namespace tcviz::inline app_scene {

// Cells are coloured by the element's k, by its row, or by its bank.
enum class ImageColor : std::uint8_t { K, Row, Bank };

struct ImageView {
  const ImageMap* map = nullptr;
  ImageColor color = ImageColor::K;
  bool every_element = false;          // a cell for each element; false: for each 16 bytes
  bool lines = true, elements = true;  // the grids that are drawn
  bool legend = true;
  Theme theme = Theme::Light;
  Palette palette = Palette::Safe;
  // Width of 16 bytes in the lines, width of a chunk in the matrix, height of a row of both; scene units.
  float chunk_w = 76, element_w = 64, cell_h = 17;
  // The rows of the two grids that are drawn: count rows from first on; count 0: all.
  int first_line = 0, line_count = 0, first_row = 0, row_count = 0;
  // Image to compare with: chunks that have another address in it are framed. Null: none.
  const ImageMap* other = nullptr;
  // Texts above the picture; empty: none.
  std::string title, description;
};

// The position of a grid, in scene units. `first`: index of the row at its top.
struct ImageGrid {
  Rect cells;
  float cell_w = 0, cell_h = 0;
  int first = 0, rows = 0, cols = 0;
};

struct ImageScene {
  Scene scene;
  std::optional<ImageGrid> lines, elements;
};
ImageScene build_image_scene(const ImageView& view);

// Sizes around the cells, in scene units: the free line right of and below each cell, the widths left of and between
// the grids, the heights above the cells and of the legend.
inline constexpr float image_cell_gap = 1;
inline constexpr float image_gutter = 50, image_head = 36, image_between = 18, image_margin = 4, image_legend = 24;
// The sizes that fill a given area.
struct ImageFit {
  float chunk_w = 0, element_w = 0;
  int rows = 0;
};
// Returns the sizes of cells, and the number of rows, that fill an area of `width` by `height`.
ImageFit fit_image(const ImageView& view, float width, float height);

// The element at a point of the picture, and the address of the byte if the point is in the lines.
struct ImageHit {
  std::optional<Element> element;
  std::optional<std::int64_t> byte;
};
ImageHit hit_image(const ImageScene& scene, const ImageMap& map, float x, float y);
// Returns the rectangles of `element` in those grids that show it: of its bytes in the lines, of its chunk in the
// matrix.
std::vector<Rect> element_rects(const ImageScene& scene, const ImageMap& map, Element element);
// Returns the rectangle of `bytes` bytes at `address` in the lines; none if their line is not drawn.
std::optional<Rect> byte_rect(const ImageScene& scene, const ImageMap& map, std::int64_t address, int bytes);

}  // namespace tcviz::inline app_scene
