#include "app/scene/scene.hpp"

#include <algorithm>
#include <array>

#include "app/scene/page.hpp"
#include "app/scene/palette.hpp"
#include "app/scene/panels.hpp"
#include "app/scene/product_parts.hpp"
#include "app/scene/views.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float mark_side = 8, mark_of_cell = 0.3f;  // of the triangle in a corner
constexpr float frame_width = 2, frame_of_cell = 0.08f;
constexpr float digits_and_air = 10;  // of the smallest label: frames in low cells keep out of it

struct View {
  ViewMode mode;
  std::size_t layouts;
  std::size_t grids_of_layout;
  void (*add)(Build&);
};
constexpr std::array scene_views{
    View{ViewMode::Grids, 1, 2, add_grids_view}, View{ViewMode::Combined, 1, 1, add_combined_view},
    View{ViewMode::Product, 3, 1, add_product_view}, View{ViewMode::Threads, 1, 1, add_threads_view},
    View{ViewMode::Comparison, 2, 1, add_comparison_view}};

const View& row_of(ViewMode mode) { return *std::ranges::find(scene_views, mode, &View::mode); }

// A view that needs more layouts than there are falls back to the two grids of the first.
const View& possible_view(ViewMode mode, SceneLayouts layouts) {
  const View& view = row_of(mode);
  const bool possible = mode == ViewMode::Product ? product_parts(layouts).has_value() : view.layouts <= layouts.size();
  return possible ? view : row_of(ViewMode::Grids);
}

void reserve(Build& build, const View& view) {
  std::size_t parts = 0;
  const std::size_t shown = view.mode == ViewMode::Product ? build.layouts.size() : view.layouts;
  for (std::size_t n = 0; n < shown; ++n) {
    parts += view.grids_of_layout * static_cast<std::size_t>(build.layouts[n]->slots());
  }
  build.scene.cells.reserve(parts);
  build.scene.texts.reserve(parts + parts / 8 + 64);
}

}  // namespace

Scene build_scene(SceneLayouts layouts, const SceneStyle& style) {
  if (has_panels(layouts, style)) return build_panels(layouts, style);
  const View& view = possible_view(style.view, layouts);
  Build build{layouts, style, theme_colors(style.theme), {}};
  reserve(build, view);
  build.scene.background = build.colors.background;
  if (style.transparent) build.scene.background.a = 0;
  build.scene.grid_line = grid_line_color(style.theme, style.palette);
  view.add(build);
  add_outlines(build);
  return std::move(build.scene);
}

Scene build_scene(const Layout& layout, const SceneStyle& style) {
  const Layout* const one = &layout;
  return build_scene(SceneLayouts(&one, 1), style);
}

std::size_t layouts_shown(ViewMode view) { return row_of(view).layouts; }

Color frame_color(const CellPart& cell, Color background) {
  constexpr Color red{226, 38, 48}, none{0, 0, 0, 0};
  if (cell.wrong) return red;
  return cell.differs ? label_color(background) : none;
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
