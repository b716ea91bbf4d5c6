// A grid as plain drawing data: cells, labels, axes, legend, with positions and colours, the same for screen, SVG, PNG
// and PDF. Knows layouts; knows nothing of OpenGL, Dear ImGui or file formats. Units: scene units, 1 unit = 1 pixel at
// 100 %.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz {

struct Color {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  friend bool operator==(const Color&, const Color&) = default;
};

struct Rect {
  float x = 0, y = 0, w = 0, h = 0;
  bool contains(float px, float py) const { return px >= x && py >= y && px < x + w && py < y + h; }
  friend bool operator==(const Rect&, const Rect&) = default;
};

enum class Align : std::uint8_t { Left, Center, Right };
// Which face a text is set in: figures and code are monospaced.
enum class Face : std::uint8_t { Sans, Mono };
enum class TextRole : std::uint8_t { CellLabel, AxisNumber, AxisName, GridTitle, Title, Caption, Legend };

// Text is one line of ASCII, U+00D7 (times), U+00B7 (middle dot) and, in Sans only, U+2026 (ellipsis). A provenance's
// own words may hold more. `y` is the vertical middle of its digits, `size` the font size in scene units.
struct Text {
  float x = 0, y = 0, size = 12;
  Align align = Align::Left;
  Face face = Face::Sans;
  TextRole role = TextRole::CellLabel;
  Color color;
  std::string text;
};

// One owner's part of an element's cell: an element with several owners is split into as many parts.
struct CellPart {
  Rect rect;  // what is filled: the gap to the next cell is already taken off
  Color fill;
  std::int32_t slot = 0;  // tid * values + i
  std::int16_t row = 0, col = 0;
  std::uint16_t part = 0;  // which owner, in slot order
  std::uint8_t grid = 0;   // index into Scene::grids
};

// What the numbers in the cells of a grid say.
enum class Channel : std::uint8_t { Thread, Register };

// A grid's place, for hit tests: cell (row, col) is at cells.x + col * cell_w, cells.y + row * cell_h.
struct GridFrame {
  Channel channel = Channel::Thread;
  Rect lines;  // filled with Scene::grid_line before the cells are drawn: what stays visible are the lines
  Rect cells;
  float cell_w = 0, cell_h = 0;  // from one cell to the next
  float gap = 1;                 // of that, what is left free to the right and below
  int rows = 0, cols = 0;
  // How a cell is split for its owners: part = py * parts_x + px. An element with fewer owners than others has fewer
  // parts, stretched over the whole cell.
  int parts_x = 1, parts_y = 1;
};

struct Swatch {  // a coloured box of the legend
  Rect rect;
  Color fill;
};

// An arrow beside an axis name. Drawn, not written: the fonts have no arrows.
struct Arrow {
  float x0 = 0, y0 = 0;  // tail
  float x1 = 0, y1 = 0;  // tip; the arrow is horizontal or vertical
  Color color;
};
struct Point {
  float x = 0, y = 0;
};
// The points of its polyline, to be stroked 1 unit wide: tail, tip, barb, tip, barb.
std::array<Point, 5> arrow_points(const Arrow& arrow);

struct Scene {
  float width = 0, height = 0;
  Color background;
  Color grid_line;  // shows in the gaps between cells
  std::vector<GridFrame> grids;
  std::vector<CellPart> cells;  // grouped by grid, then row, col, part
  std::vector<Swatch> swatches;
  std::vector<Arrow> arrows;
  std::vector<Text> texts;
  std::string title;        // for a file's <title>
  std::string description;  // provenance in a line
};

enum class Theme : std::uint8_t { Dark, Light };
// Fitting: one grid above the other where they are wide, beside each other otherwise.
enum class Arrangement : std::uint8_t { Fitting, SideBySide, Stacked };

struct SceneStyle {
  Theme theme = Theme::Light;
  Arrangement arrangement = Arrangement::Fitting;
  float cell = 28;           // side of a cell in scene units before it is widened for its labels; below 16 these shrink
  bool title = true;         // kind id and provenance inside the picture: for figures
  bool transparent = false;  // no background
};

// The two grids of a layout, thread id and register index, with axes, numbers and legend.
Scene build_scene(const Layout& layout, const SceneStyle& style);

// Where one of `owners` parts of an element's cell is drawn: the rectangle of its CellPart, for outlines.
Rect part_rect(const GridFrame& frame, Element element, int owners, int part);

// What lies under a point: the element, and which of its owners. None between or outside the grids.
struct Hit {
  int grid = 0;
  Element element;
  int part = 0;
  std::int32_t slot = 0;
};
std::optional<Hit> hit_test(const Scene& scene, const Layout& layout, float x, float y);

}  // namespace tcviz
