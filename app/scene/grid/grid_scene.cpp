#include "app/scene/grid/grid_scene.hpp"

#include <algorithm>
#include <array>

#include "app/scene/grid/page.hpp"
#include "app/scene/grid/panels.hpp"
#include "app/scene/grid/product_parts.hpp"
#include "app/scene/grid/views.hpp"

namespace tcviz::inline app_scene {
namespace {

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

// Returns the view, or the two grids of the first layout if the view needs more layouts than there are.
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

}  // namespace tcviz::inline app_scene
