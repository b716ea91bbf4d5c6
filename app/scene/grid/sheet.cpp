#include "app/scene/grid/sheet.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/scene/grid/grid_scene.hpp"
#include "app/scene/grid/paper_cell.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr double page_height = 24 / 2.54 * 72, higher_than_wide = 1.42;  // the tallest picture, if no height is given
constexpr double most_growth = 1.5;  // growth of all letters, if there is room for more
constexpr int sheet_rounds = 5;
// Sides of cells to try, for pictures whose cells do not follow from the room.
constexpr std::array<float, 3> tried_cells{28, 22, 16};
constexpr double of_a_point = 1e-3;
constexpr double unreadable_pt = 3;  // smaller labels than this are no labels: a part of the matrix is shown
constexpr int least_cropped = 8;     // rows and columns

float smallest_size(const Scene& scene) {
  float smallest = largest_paper_label;
  for (const Text& text : scene.texts) smallest = std::min(smallest, text.size);
  return smallest;
}

double tallest(const Sheet& sheet) {
  return sheet.height > 0 ? sheet.height : std::max(page_height, higher_than_wide * sheet.width);
}

double largest_unit(const Sheet& sheet, const Scene& scene) {
  return std::min(sheet.width / static_cast<double>(scene.width), tallest(sheet) / static_cast<double>(scene.height));
}

// Draws a picture in a room. Words in a corner may take more of the height than expected, which only the picture shows;
// so the room is lowered and the picture drawn again.
Scene scene_in(const Room& room, const Sheet& sheet, SceneLayouts layouts, SceneStyle style) {
  style.room = room;
  Scene best = build_scene(layouts, style);
  float less = best.height - room.h;  // cells are whole units high: it may take more than that
  for (int round = 0; round < sheet_rounds && best.height > room.h && best.width <= room.w; ++round, less *= 2) {
    style.room->h -= less;
    Scene next = build_scene(layouts, style);
    if (largest_unit(sheet, next) > largest_unit(sheet, best)) best = std::move(next);
  }
  return best;
}

SheetPicture filled(const Sheet& sheet, SceneLayouts layouts, const SceneStyle& style) {
  double unit = sheet.font / static_cast<double>(least_paper_label);
  SheetPicture picture;
  for (int round = 0; round < sheet_rounds; ++round) {
    const Room room{static_cast<float>(std::floor(sheet.width / unit)), static_cast<float>(tallest(sheet) / unit), true,
                    sheet.height > 0, sheet.margin};
    picture.scene = scene_in(room, sheet, layouts, style);
    const double needed = sheet.font / static_cast<double>(smallest_size(picture.scene));
    if (needed <= unit) break;
    unit = needed;
  }
  picture.unit = std::min(largest_unit(sheet, picture.scene), most_growth * unit);
  picture.smallest = picture.unit * static_cast<double>(smallest_size(picture.scene));
  picture.labels = picture.unit * static_cast<double>(picture.scene.label_size);
  return picture;
}

// Rounds down to whole tiles. Hatches lie in scene coordinates: those of a picture that was moved by whole tiles look
// as before.
float in_whole_tiles(float way) { return std::max(0.0f, std::floor(way / hatch_tile) * hatch_tile); }

// Surrounds the picture with the rest of the sheet.
void pad(SheetPicture& picture, const Sheet& sheet) {
  Scene& scene = picture.scene;
  const auto w = static_cast<float>(sheet.width / picture.unit);
  const float h = sheet.height > 0 ? static_cast<float>(sheet.height / picture.unit) : scene.height;
  move(scene, in_whole_tiles((w - scene.width) / 2), in_whole_tiles((h - scene.height) / 2));
  scene.width = w;
  scene.height = h;
}

void move(Rect& rect, float right, float down) {
  rect.x += right;
  rect.y += down;
}

void move(Point& point, float right, float down) {
  point.x += right;
  point.y += down;
}

SheetPicture largest_on(const Sheet& sheet, SceneLayouts layouts, const SceneStyle& style) {
  SheetPicture best;
  for (const float cell : tried_cells) {
    SceneStyle tried = style;
    tried.cell = cell;
    SheetPicture next = filled(sheet, layouts, tried);
    if (next.smallest > best.smallest) best = std::move(next);
    if (best.smallest + of_a_point >= sheet.font) break;
  }
  return best;
}

// True for views whose grids may show a part of the matrix.
bool can_be_cropped(const SceneStyle& style) {
  return style.view != ViewMode::Comparison && style.marks.empty() && !style.marked;
}

// Shows as many columns and rows as can be read, in powers of two, if no one could read a picture of all.
SheetPicture cropped(const Sheet& sheet, SceneLayouts layouts, SceneStyle style, SheetPicture whole) {
  int rows = 0, cols = 0;
  for (const Layout* layout : layouts) {
    rows = std::max(rows, style.view == ViewMode::Threads ? layout->threads() : layout->rows());
    cols = std::max(cols, style.view == ViewMode::Threads ? layout->values() : layout->cols());
  }
  const double wanted = std::min(sheet.font, legible_pt);
  style.most_rows = style.most_cols = least_cropped;
  const auto grow = [&](int& side, int most) {
    for (; side < most; side *= 2) {
      const int before = std::exchange(side, 2 * side);
      SheetPicture next = largest_on(sheet, layouts, style);
      side = before;
      if (next.smallest + of_a_point < wanted) return;
      whole = std::move(next);
    }
  };
  SheetPicture least = largest_on(sheet, layouts, style);
  if (least.smallest <= whole.smallest) return whole;
  whole = std::move(least);
  grow(style.most_cols, cols);
  grow(style.most_rows, rows);
  return whole;
}

}  // namespace

SheetPicture picture_on(const Sheet& sheet, SceneLayouts layouts, const SceneStyle& style) {
  SheetPicture best = largest_on(sheet, layouts, style);
  const bool unreadable = best.smallest < unreadable_pt && best.labels > 0;
  if (unreadable && can_be_cropped(style)) best = cropped(sheet, layouts, style, std::move(best));
  pad(best, sheet);
  return best;
}

void move(Scene& scene, float right, float down) {
  for (GridFrame& grid : scene.grids) {
    move(grid.lines, right, down);
    move(grid.cells, right, down);
  }
  for (CellPart& cell : scene.cells) move(cell.rect, right, down);
  for (Swatch& swatch : scene.swatches) move(swatch.rect, right, down);
  for (Arrow& arrow : scene.arrows) {
    arrow.x0 += right, arrow.x1 += right;
    arrow.y0 += down, arrow.y1 += down;
  }
  for (Text& text : scene.texts) {
    text.x += right;
    text.y += down;
  }
  for (Stroke& stroke : scene.strokes) {
    move(stroke.from, right, down);
    move(stroke.to, right, down);
  }
  for (Outline& outline : scene.outlines) move(outline.rect, right, down);
}

}  // namespace tcviz::inline app_scene
