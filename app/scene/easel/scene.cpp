#include "app/scene/easel/scene.hpp"

#include <algorithm>

#include "app/scene/easel/easel.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float mark_side = 8, mark_of_cell = 0.3f;  // side of the triangle in a corner
constexpr float frame_width = 2, frame_of_cell = 0.08f;
constexpr float digits_and_air =
    10;  // height of the smallest label's digits, and air: frames in low cells keep out of it

}  // namespace

std::array<Point, 5> arrow_points(const Arrow& arrow) {
  const Point tail{arrow.x0, arrow.y0}, tip{arrow.x1, arrow.y1};
  if (arrow.x0 == arrow.x1) {
    const float back = tip.y - arrow_barb;
    return {tail, tip, Point{tip.x - arrow_barb, back}, tip, Point{tip.x + arrow_barb, back}};
  }
  const float back = tip.x - arrow_barb;
  return {tail, tip, Point{back, tip.y - arrow_barb}, tip, Point{back, tip.y + arrow_barb}};
}

Color frame_color(const CellPart& cell, Color background) {
  constexpr Color none{0, 0, 0, 0};
  if (cell.wrong) return wrong_color(background);
  return cell.framed ? label_color(background) : none;
}

float difference_frame(const Rect& cell) {
  const float side = std::min(cell.w, cell.h);
  return std::min(frame_width, std::max(frame_of_cell * side, (side - digits_and_air) / 2));
}

std::array<Rect, 4> frame_lines(const Rect& r, float width) {
  const float between = r.h - 2 * width;
  return {Rect{r.x, r.y, r.w, width}, Rect{r.x, r.y + r.h - width, r.w, width}, Rect{r.x, r.y + width, width, between},
          Rect{r.x + r.w - width, r.y + width, width, between}};
}

std::array<Point, 3> difference_mark(const Rect& cell) {
  const float side = std::min(mark_side, mark_of_cell * std::min(cell.w, cell.h)), right = cell.x + cell.w;
  return {Point{right - side, cell.y}, Point{right, cell.y}, Point{right, cell.y + side}};
}

}  // namespace tcviz::inline app_scene
