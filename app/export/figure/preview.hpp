// A figure as pixels for a screen: the same drawing as in a PNG, in the room that the screen has.
#pragma once

#include <cstdint>
#include <vector>

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_export {

struct PreviewPicture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  // 4 * width * height, not premultiplied
  float units_w = 0, units_h = 0;  // size of the scene
};
// Draws the figure as large as fits into width x height pixels, at most `most` pixels for a unit of the scene. A
// table's preview is the picture of its layouts. Texts too small to read at this size are left out.
Result<PreviewPicture> preview_of(const Figure& figure, float width, float height, float most);

}  // namespace tcviz::inline app_export
