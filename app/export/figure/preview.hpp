// Draws a figure as pixels for the screen: the same picture as in a PNG, in the size that is available.
#pragma once

#include <cstdint>
#include <vector>

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_export {

struct PreviewPicture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  // 4 * width * height, not premultiplied
  float units_w = 0, units_h = 0;  // size of the scene, in scene units
};
// Draws the figure as large as fits into width x height pixels, with at most `most` pixels for a scene unit. For a
// table, draws the picture of its layouts. Leaves out texts that are too small to read.
Result<PreviewPicture> preview_of(const Figure& figure, float width, float height, float most);

}  // namespace tcviz::inline app_export
