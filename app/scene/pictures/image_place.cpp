// Places in the scene of an image: the sizes that fit, the thing under a point, the rectangles of an element.
#include <algorithm>
#include <cmath>

#include "app/scene/pictures/image_scene.hpp"

namespace tcviz::inline app_scene {
namespace {

std::optional<Rect> image_rect_in(const ImageGrid& grid, int row, int col) {
  if (row < grid.first || row >= grid.first + grid.rows || col < 0 || col >= grid.cols) return std::nullopt;
  return Rect{grid.cells.x + static_cast<float>(col) * grid.cell_w,
              grid.cells.y + static_cast<float>(row - grid.first) * grid.cell_h, grid.cell_w - image_cell_gap,
              grid.cell_h - image_cell_gap};
}

}  // namespace

// Gives the lines more of the width, since their cells say more. Cells of elements are no wider than is useful.
ImageFit fit_image(const ImageView& view, float width, float height) {
  constexpr float lines_share = 0.6F, most_element_w = 96, most_chunk_w = 150;
  const bool both = view.lines && view.elements;
  const float room = width - 2 * image_margin - (both ? image_between : 0);
  const auto across = static_cast<float>(std::max(1, view.map->across()));
  ImageFit fit;
  const float elements = both ? std::min(room * (1 - lines_share), image_gutter + across * most_element_w) : room;
  fit.element_w = std::clamp((elements - image_gutter) / across, 3.0F, most_element_w);
  const float lines = both ? room - image_gutter - across * fit.element_w : room;
  fit.chunk_w = std::clamp((lines - image_gutter) / chunks_of_line, 8.0F, most_chunk_w);
  const float cells = height - 2 * image_margin - image_head - image_legend;
  fit.rows = std::max(1, static_cast<int>(cells / view.cell_h));
  return fit;
}

ImageHit hit_image(const ImageScene& scene, const ImageMap& map, float x, float y) {
  const auto cell = [&](const std::optional<ImageGrid>& grid) -> std::optional<Element> {
    if (!grid || !grid->cells.contains(x, y)) return std::nullopt;
    return Element{grid->first + static_cast<int>((y - grid->cells.y) / grid->cell_h),
                   static_cast<int>((x - grid->cells.x) / grid->cell_w)};
  };
  if (const auto at = cell(scene.lines)) {
    const float part = (x - scene.lines->cells.x) / scene.lines->cell_w - static_cast<float>(at->col);
    const auto inside = std::clamp(static_cast<int>(part * chunk_bytes), 0, chunk_bytes - 1);
    const std::int64_t byte = map.lines()[static_cast<std::size_t>(at->row)] + at->col * chunk_bytes + inside;
    return {map.element_at(byte), byte};
  }
  if (const auto at = cell(scene.elements)) {
    const ImageChunk& chunk = map.chunk(at->row, at->col);
    const float part = (x - scene.elements->cells.x) / scene.elements->cell_w - static_cast<float>(at->col);
    const int n = std::clamp(static_cast<int>(part * static_cast<float>(map.per_chunk())), 0, chunk.count - 1);
    return {
        map.along_k() ? Element{chunk.first.row, chunk.first.col + n} : Element{chunk.first.row + n, chunk.first.col},
        std::nullopt};
  }
  return {};
}

std::optional<Rect> byte_rect(const ImageScene& scene, const ImageMap& map, std::int64_t address, int bytes) {
  const std::optional<int> line = map.line_of(address);
  if (!scene.lines || !line) return std::nullopt;
  const auto in_line = static_cast<int>(address % line_bytes);
  std::optional<Rect> rect = image_rect_in(*scene.lines, *line, in_line / chunk_bytes);
  if (!rect) return std::nullopt;
  const float byte = scene.lines->cell_w / chunk_bytes;
  rect->x += byte * static_cast<float>(in_line % chunk_bytes);
  rect->w = byte * static_cast<float>(std::min(bytes, line_bytes - in_line)) - image_cell_gap;
  return rect;
}

std::vector<Rect> element_rects(const ImageScene& scene, const ImageMap& map, Element e) {
  std::vector<Rect> rects;
  const OperandImage& image = map.image();
  const auto lines = byte_rect(scene, map, image.address(e.row, e.col), std::max(1, image.element_bits / 8));
  if (lines) rects.push_back(*lines);
  if (!scene.elements) return rects;
  const Element place = map.place_of(e);
  if (auto rect = image_rect_in(*scene.elements, place.row, place.col)) {
    const int n = (map.along_k() ? e.col : e.row) % map.per_chunk();
    const float part = scene.elements->cell_w / static_cast<float>(map.per_chunk());
    rect->x += part * static_cast<float>(n);
    rect->w = std::max(2.0F, part - image_cell_gap);
    rects.push_back(*rect);
  }
  return rects;
}

}  // namespace tcviz::inline app_scene
