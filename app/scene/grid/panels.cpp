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

struct PanelGrid {
  std::vector<Scene> panels;
  std::size_t columns = 1;
  std::size_t rows() const { return (panels.size() + columns - 1) / columns; }
};

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

PanelGrid panels_in(SceneLayouts layouts, const SceneStyle& style, std::size_t columns) {
  PanelGrid grid{{}, columns};
  const auto c = static_cast<float>(columns), rows = std::ceil(static_cast<float>(layouts.size()) / c);
  for (std::size_t n = 0; n < layouts.size(); ++n) {
    SceneStyle own = style_of_panel(style, n);
    if (own.room) {
      own.room->w = std::floor((style.room->w - between_panels * (c - 1)) / c) - hatch_tile;
      own.room->h = (style.room->h - between_panels * (rows - 1)) / rows - letter_strip - hatch_tile;
    }
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
PanelGrid alike_panels(SceneLayouts layouts, SceneStyle style, std::size_t columns) {
  PanelGrid grid = panels_in(layouts, style, columns);
  if (!style.room || !style.room->paper) return grid;
  style.room->alike.brief = smallest_of(grid.panels).brief;
  if (style.room->alike.brief) grid = panels_in(layouts, style, columns);
  style.room->alike = smallest_of(grid.panels);
  return panels_in(layouts, style, columns);
}

Scene joined(const PanelGrid& grid, const SceneStyle& style) {
  const ThemeColors colors = theme_colors(style.theme);
  const float margin = style.room ? style.room->margin : hatch_tile;
  std::vector<float> widths(grid.columns, 0), heights(grid.rows(), 0);
  for (std::size_t n = 0; n < grid.panels.size(); ++n) {
    widths[n % grid.columns] = std::max(widths[n % grid.columns], in_tiles_up(grid.panels[n].width));
    heights[n / grid.columns] = std::max(heights[n / grid.columns], in_tiles_up(grid.panels[n].height));
  }
  Scene all;
  all.background = grid.panels.front().background;
  all.grid_line = grid.panels.front().grid_line;
  for (const float width : widths) all.width += width + between_panels;
  all.width -= between_panels;
  float y = add_words(all, style.title ? style.title_text : "",
                      {margin, 0, panels_title_size, Align::Left, Face::Sans, TextRole::Title, colors.ink, {}}, margin,
                      all.width);
  y = in_tiles_up(y > margin ? y : 0);
  for (std::size_t row = 0; row < grid.rows(); ++row, y += between_panels) {
    float x = 0;
    for (std::size_t column = 0; column < grid.columns; ++column) {
      const std::size_t n = row * grid.columns + column;
      if (n == grid.panels.size()) break;
      Scene panel = grid.panels[n];
      move(panel, x, y + letter_strip);
      join(all, std::move(panel), n);
      all.texts.push_back({x + margin, y + letter_strip / 2, panel_letter_size, Align::Left, Face::Sans,
                           TextRole::GridTitle, colors.ink, panel_letter(n)});
      x += widths[column] + between_panels;
    }
    y += letter_strip + heights[row];
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

}  // namespace

bool has_panels(SceneLayouts layouts, const SceneStyle& style) {
  return style.panels && layouts.size() > 1 && layouts_shown(style.view) == 1;
}

std::string panel_letter(std::size_t number) { return {static_cast<char>('a' + number % 26)}; }

// Puts as many panels beside each other as leaves them readable; without a room about as many as below each other.
Scene build_panels(SceneLayouts layouts, const SceneStyle& style) {
  if (!style.room) {
    const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(layouts.size()))));
    return joined(panels_in(layouts, style, columns), style);
  }
  Scene best;
  for (std::size_t columns = layouts.size(); columns > 0; --columns) {
    Scene next = joined(alike_panels(layouts, style, columns), style);
    if (best.width == 0 || part_that_fits(next, *style.room) > part_that_fits(best, *style.room) + 1e-3f)
      best = std::move(next);
  }
  return best;
}

}  // namespace tcviz::inline app_scene
