#include "app/scene/grid/panels.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/scene/easel/text_metrics.hpp"
#include "app/scene/easel/theme.hpp"
#include "app/scene/grid/grid_scene.hpp"
#include "app/scene/grid/sheet.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline app_scene {
namespace {

// Whole hatch tiles, so that hatches lie in a panel as they do in a picture of its own.
constexpr float letter_strip = 3 * hatch_tile, between_panels = 3 * hatch_tile;
constexpr float panel_letter_size = 15, panels_title_size = 15, panels_line_size = 11;
constexpr float line_of_size = 1.5f, of_width = 0.92f;  // height of a line; fonts of others may be wider

float in_tiles_up(float length) { return std::ceil(length / hatch_tile) * hatch_tile; }

// Returns the style of a panel: marks, ticks and words of its own belong to the first layout, or to the whole picture.
SceneStyle style_of_panel(const SceneStyle& style, std::size_t number) {
  SceneStyle own = style;
  own.panels = false;
  own.title_text.clear();
  own.caption_text.clear();
  own.caption = style.caption && style.caption_text.empty();
  own.origin = false;  // it stands once below all panels
  if (number == 0) return own;
  own.marked.reset();
  own.marks.clear();
  own.got.clear();
  return own;
}

using PanelRows = std::vector<std::size_t>;  // the number of panels in each row

struct PanelGrid {
  std::vector<Scene> panels;
  PanelRows rows;
  std::size_t columns() const { return *std::ranges::max_element(rows); }
};

// Returns rows of so many panels. One that would stand alone in the last row may stand alone in the first one as well.
std::vector<PanelRows> rows_of(std::size_t panels, std::size_t columns) {
  PanelRows rows(panels / columns, columns);
  if (panels % columns == 0) return {rows};
  rows.push_back(panels % columns);
  const PanelRows turned(rows.rbegin(), rows.rend());
  if (rows.back() == 1) return {turned, rows};
  return {rows};
}

// True if the labels in cells are as "5:3".
bool is_brief(const Scene& panel) {
  const auto brief = [](const Text& text) {
    return text.role == TextRole::CellLabel && !text.text.empty() && is_digit(text.text.front()) &&
           text.text.find(':') != std::string::npos;
  };
  return std::ranges::any_of(panel.texts, brief);
}

float smaller_of(float limit, float side) { return limit == 0 ? side : std::min(limit, side); }

// Returns the smallest cells and labels of all panels.
Alike smallest_of(const std::vector<Scene>& panels) {
  Alike alike;
  for (const Scene& panel : panels) {
    if (panel.label_size > 0) alike.label_size = smaller_of(alike.label_size, panel.label_size);
    for (const GridFrame& grid : panel.grids) {
      alike.cell_w = smaller_of(alike.cell_w, grid.cell_w);
      alike.cell_h = smaller_of(alike.cell_h, grid.cell_h);
    }
    alike.brief = alike.brief || is_brief(panel);
  }
  return alike;
}

// Returns the room of a panel: one that stands alone has the width of the others in theirs.
Room room_of_panel(const Room& all, const PanelGrid& grid, std::size_t in_row) {
  const auto columns = static_cast<float>(in_row == 1 ? 1 : grid.columns());
  const auto rows = static_cast<float>(grid.rows.size());
  Room own = all;
  own.w = std::floor((all.w - between_panels * (columns - 1)) / columns) - hatch_tile;
  own.h = (all.h - between_panels * (rows - 1)) / rows - letter_strip - hatch_tile;
  return own;
}

PanelGrid panels_in(SceneLayouts layouts, const SceneStyle& style, const PanelRows& rows) {
  PanelGrid grid{{}, rows};
  for (const std::size_t in_row : rows)
    for (std::size_t column = 0; column < in_row; ++column) {
      const std::size_t n = grid.panels.size();
      SceneStyle own = style_of_panel(style, n);
      if (own.room) own.room = room_of_panel(*style.room, grid, in_row);
      grid.panels.push_back(build_scene(*layouts[n], own));
    }
  return grid;
}

template <class Things>
void append(Things& all, const Things& more) {
  all.insert(all.end(), more.begin(), more.end());
}

// Appends a panel's scene to the panels that are there.
void join(Scene& all, Scene panel, std::size_t number) {
  const auto first_grid = static_cast<std::uint8_t>(all.grids.size());
  const auto first_cell = static_cast<std::int32_t>(all.cells.size());
  for (GridFrame& grid : panel.grids) {
    grid.layout = static_cast<std::uint8_t>(number);
    grid.first_cell += first_cell;
  }
  for (CellPart& cell : panel.cells) cell.grid = static_cast<std::uint8_t>(cell.grid + first_grid);
  append(all.grids, panel.grids);
  append(all.cells, panel.cells);
  append(all.swatches, panel.swatches);
  append(all.arrows, panel.arrows);
  append(all.texts, panel.texts);
  append(all.strokes, panel.strokes);
  append(all.outlines, panel.outlines);
  if (panel.label_size > 0 && (all.label_size == 0 || panel.label_size < all.label_size))
    all.label_size = panel.label_size;
  all.title += (all.title.empty() ? "" : ", ") + panel.title;
  if (all.description.find(panel.description) == std::string::npos)
    all.description += (all.description.empty() ? "" : "; ") + panel.description;
}

// Draws lines over the whole width. Returns the y at which they end.
float add_words(Scene& scene, const std::string& text, Text look, float y, float width) {
  if (text.empty()) return y;
  for (std::string& line : wrap_text(text, look.face, look.size, width * of_width)) {
    look.y = y + look.size * line_of_size / 2;
    look.text = std::move(line);
    scene.texts.push_back(look);
    y += look.size * line_of_size;
  }
  return in_tiles_up(y);
}

// Draws the panels with labels of one form, and then with cells and labels of one size.
PanelGrid alike_panels(SceneLayouts layouts, SceneStyle style, const PanelRows& rows) {
  PanelGrid grid = panels_in(layouts, style, rows);
  if (!style.room || !style.room->paper) return grid;
  style.room->alike.brief = smallest_of(grid.panels).brief;
  if (style.room->alike.brief) grid = panels_in(layouts, style, rows);
  style.room->alike = smallest_of(grid.panels);
  return panels_in(layouts, style, rows);
}

struct GridSizes {
  std::vector<float> widths, heights;  // of the columns and of the rows
  float width = 0, alone = 0;          // of all; of the panel that stands alone in a row; 0: there is none
};

GridSizes sizes_of(const PanelGrid& grid) {
  GridSizes sizes{std::vector<float>(grid.columns(), 0), {}};
  std::size_t n = 0;
  for (const std::size_t in_row : grid.rows) {
    const bool alone = in_row == 1 && grid.columns() > 1;
    sizes.heights.push_back(0);
    for (std::size_t column = 0; column < in_row; ++column, ++n) {
      float& width = alone ? sizes.alone : sizes.widths[column];
      width = std::max(width, in_tiles_up(grid.panels[n].width));
      sizes.heights.back() = std::max(sizes.heights.back(), in_tiles_up(grid.panels[n].height));
    }
  }
  for (const float width : sizes.widths) sizes.width += width + between_panels;
  sizes.width = std::max(sizes.width - between_panels, sizes.alone);
  return sizes;
}

// True if a row has one panel beside much empty space.
bool has_gap(const PanelGrid& grid) {
  constexpr float least_filled = 0.7f;
  const GridSizes sizes = sizes_of(grid);
  return sizes.alone > 0 && sizes.alone < least_filled * sizes.width;
}

Scene joined(const PanelGrid& grid, const SceneStyle& style) {
  const ThemeColors colors = theme_colors(style.theme);
  const float margin = style.room ? style.room->margin : hatch_tile;
  const GridSizes sizes = sizes_of(grid);
  Scene all;
  all.background = grid.panels.front().background;
  all.grid_line = grid.panels.front().grid_line;
  all.width = sizes.width;
  float y = add_words(all, style.title ? style.title_text : "",
                      {margin, 0, panels_title_size, Align::Left, Face::Sans, TextRole::Title, colors.ink, {}}, margin,
                      all.width);
  y = in_tiles_up(y > margin ? y : 0);
  std::size_t n = 0;
  for (std::size_t row = 0; row < grid.rows.size(); ++row, y += between_panels) {
    float x = 0;
    for (std::size_t column = 0; column < grid.rows[row]; ++column, ++n) {
      Scene panel = grid.panels[n];
      move(panel, x, y + letter_strip);
      join(all, std::move(panel), n);
      all.texts.push_back({x + margin, y + letter_strip / 2, panel_letter_size, Align::Left, Face::Sans,
                           TextRole::GridTitle, colors.ink, panel_letter(n)});
      x += sizes.widths[column] + between_panels;
    }
    y += letter_strip + sizes.heights[row];
  }
  y -= between_panels;
  const Text line{margin, 0, panels_line_size, Align::Left, Face::Sans, TextRole::Caption, colors.quiet, {}};
  y = add_words(all, style.caption ? style.caption_text : "", line, y, all.width);
  y = add_words(all, style.title ? all.description : "", line, y, all.width);
  all.height = y;
  if (!style.title_text.empty()) all.title = style.title_text;
  return all;
}

// Returns the factor by which a picture must shrink to fit into a room; 1 if it fits.
float part_that_fits(const Scene& scene, const Room& room) {
  return std::min({1.0f, room.w / scene.width, room.h / scene.height});
}

// Puts up to three panels in a row, and of more about as many beside each other as below each other.
Scene panels_on_page(SceneLayouts layouts, const SceneStyle& style) {
  const std::size_t count = layouts.size();
  auto columns = count <= 3 ? count : static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count))));
  for (;; ++columns)
    for (const PanelRows& rows : rows_of(count, columns))
      if (const PanelGrid grid = panels_in(layouts, style, rows); columns == count || !has_gap(grid))
        return joined(grid, style);
}

// Puts as many panels beside each other as leaves them readable. A row with a gap is for panels that would shrink much
// in any other arrangement.
Scene panels_in_room(SceneLayouts layouts, const SceneStyle& style) {
  constexpr float legible_part = 0.71f;
  Scene best, full;
  const auto take = [&](Scene& into, const Scene& next) {
    if (into.width == 0 || part_that_fits(next, *style.room) > part_that_fits(into, *style.room) + 1e-3f) into = next;
  };
  for (std::size_t columns = layouts.size(); columns > 0; --columns)
    for (const PanelRows& rows : rows_of(layouts.size(), columns)) {
      const PanelGrid grid = alike_panels(layouts, style, rows);
      const Scene next = joined(grid, style);
      take(best, next);
      if (!has_gap(grid)) take(full, next);
    }
  const float fits = part_that_fits(full, *style.room);
  return fits >= legible_part || fits + 1e-3f >= part_that_fits(best, *style.room) ? full : best;
}

}  // namespace

bool has_panels(SceneLayouts layouts, const SceneStyle& style) {
  return style.panels && layouts.size() > 1 && layouts_shown(style.view) == 1;
}

std::string panel_letter(std::size_t number) { return {static_cast<char>('a' + number % 26)}; }

Scene build_panels(SceneLayouts layouts, const SceneStyle& style) {
  return style.room ? panels_in_room(layouts, style) : panels_on_page(layouts, style);
}

}  // namespace tcviz::inline app_scene
