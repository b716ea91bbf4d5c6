// An image in shared memory as a scene: lines of 128 bytes with a cell for each 16 bytes or for each element, and
// beside them the elements with the offset of each chunk. The same for screen and files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/scene/easel/scene.hpp"
#include "app/scene/pictures/image_map.hpp"

namespace tcviz::inline app_scene {

enum class ImageColor : std::uint8_t { K, Row, Bank };

struct ImageView {
  const ImageMap* map = nullptr;
  ImageColor color = ImageColor::K;
  bool every_element = false;
  bool lines = true, elements = true;  // the grids that are drawn
  bool legend = true;
  Theme theme = Theme::Light;
  Palette palette = Palette::Safe;
  // Cells of 16 bytes in the lines, and of a chunk of elements; the height is that of both.
  float chunk_w = 76, element_w = 64, cell_h = 17;
  // The part of each that is drawn: all if `count` is 0.
  int first_line = 0, line_count = 0, first_row = 0, row_count = 0;
  // An image to compare with: chunks that lie elsewhere in it are framed.
  const ImageMap* other = nullptr;
  // Texts above the picture; empty: none.
  std::string title, description;
};

// The place of the cells, in scene units.
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

// The room left of and above the cells, and between the grids; and the free line right of and below each cell.
inline constexpr float image_cell_gap = 1;
inline constexpr float image_gutter = 50, image_head = 36, image_between = 18, image_margin = 4, image_legend = 24;
// The widths that fill a room, and the number of rows in it.
struct ImageFit {
  float chunk_w = 0, element_w = 0;
  int rows = 0;
};
ImageFit fit_image(const ImageView& view, float width, float height);

// The thing at a place in a picture: the element there, and the byte if the place is in the lines.
struct ImageHit {
  std::optional<Element> element;
  std::optional<std::int64_t> byte;
};
ImageHit hit_image(const ImageScene& scene, const ImageMap& map, float x, float y);
// Returns the rectangles of an element in both grids, as far as they are drawn; in the lines its own bytes.
std::vector<Rect> element_rects(const ImageScene& scene, const ImageMap& map, Element element);
// Returns the rectangle of `bytes` bytes in the lines, if it is drawn.
std::optional<Rect> byte_rect(const ImageScene& scene, const ImageMap& map, std::int64_t address, int bytes);

}  // namespace tcviz::inline app_scene
