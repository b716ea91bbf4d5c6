// A picture as plain drawing data: cells, labels, boxes and lines with positions and colours, the same for screen, SVG,
// PNG and PDF. Knows layouts; knows nothing of OpenGL, Dear ImGui or file formats. Units: scene units, 1 unit = 1 pixel
// at 100 %.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_scene {

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
// The face that a text is set in: figures and code are monospaced.
enum class Face : std::uint8_t { Sans, Mono };
// AxisName: also the text below a grid's title, a kind or a source.
// Note: in a cell, beside its label: the number of owners, "x2", or the place that a formula gives instead; beside a
// grid the number of wrong cells of a row or a column.
enum class TextRole : std::uint8_t { CellLabel, AxisNumber, AxisName, GridTitle, Title, Caption, Legend, Note };

// One line of ASCII, U+00D7 (times), U+00B7 (middle dot) and, in Sans only, U+2026 (ellipsis); the words of a
// provenance and of a person may hold more. A cell's label is one Text, or two if it is broken in two lines. `y` is the
// vertical middle of its digits, `size` the font size in scene units.
struct Text {
  float x = 0, y = 0, size = 12;
  Align align = Align::Left;
  Face face = Face::Sans;
  TextRole role = TextRole::CellLabel;
  Color color;
  std::string text;
};

// Lines over a fill: in print they tell apart what colour tells apart on screen. They lie in scene coordinates, so that
// the lines of neighbours meet: with T = hatch_tile and any whole k and j
//   Forward x + y = k T (rises to the right), Backward x - y = k T, Horizontal y = k T, Vertical x = k T, Crossed the
//   last two, Diagonal the first two, Dots discs around (k T, j T).
enum class Hatch : std::uint8_t { None, Forward, Backward, Horizontal, Vertical, Crossed, Diagonal, Dots };
inline constexpr float hatch_tile = 8, hatch_width = 1, hatch_dot = 1.25f;  // the last: a disc's radius
// Returns the colour of those lines on a fill: visible on it, and the fill's label stays readable on both.
Color hatch_color(Color fill);

// One owner's part of an element's cell: an element with several owners is split into as many parts. In a grid of slots
// a cell is one slot, and a slot without an element has none.
struct CellPart {
  Rect rect;  // the filled part: the gap to the next cell is already taken off
  Color fill;
  std::int32_t slot = 0;          // tid * values + i
  std::int16_t row = 0, col = 0;  // the element's
  std::uint16_t part = 0;         // number of the owner, in slot order
  std::uint8_t grid = 0;          // index into Scene::grids
  Hatch hatch = Hatch::None;
  bool faded = false;        // filtered out: fill and label are already close to the background
  bool differs = false;      // in a comparison: the other layout has other owners here; drawn with a difference_frame
  bool wrong = false;        // a check found it wrong: drawn with a frame in warning red, without its own colour
  Color corner{0, 0, 0, 0};  // colour of a difference_mark in its corner, if not transparent
};

// The content of a grid: the thread of every element, its value index, both at once, or for every slot its element.
enum class Channel : std::uint8_t { Thread, Register, Both, Slots };

// A grid's place, for hit tests: cell (first_row + y, first_col + x) is at cells.x + x * cell_w, cells.y + y * cell_h.
// In a grid of slots the rows are threads and the columns are values.
struct GridFrame {
  Channel channel = Channel::Thread;
  std::uint8_t layout = 0;  // index of the layout among those that the scene was built from
  Rect lines;  // filled with Scene::grid_line before the cells are drawn: the part that stays visible is the lines
  Rect cells;
  float cell_w = 0, cell_h = 0;  // from one cell to the next
  float gap = 1;                 // the part of a cell that stays free to the right and below
  int rows = 0, cols = 0;
  // The element in the upper left cell: a grid of a product may show a part of its layout.
  int first_row = 0, first_col = 0;
  float free_below = 0;  // of cell_h, besides the gap: the boxes of metadata stand between rows of A
  bool shows(Element e) const {
    return e.row >= first_row && e.col >= first_col && e.row - first_row < rows && e.col - first_col < cols;
  }
  // Parts of a cell for its owners: part = py * parts_x + px. An element with fewer owners than others has fewer parts,
  // stretched over the whole cell.
  int parts_x = 1, parts_y = 1;
  // True if only one owner of each element is drawn, over the whole cell: from scene.cells[first_cell] on, row by row.
  bool one_owner = false;
  std::int32_t first_cell = 0;
};

// A coloured box that is not a cell: of the legend, the line under a register's columns, the ground of a slot that
// holds no element.
struct Swatch {
  Rect rect;
  Color fill;
  Hatch hatch = Hatch::None;
  bool framed = false;  // framed as a cell that differs
};

// A line around a rectangle, for figures; on screen the marks of a view take its place.
struct Outline {
  Rect rect;
  Color color;
  float thickness = 2;
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
// Returns the points of its polyline, to be stroked 1 unit wide: tail, tip, barb, tip, barb.
std::array<Point, 5> arrow_points(const Arrow& arrow);
inline constexpr float arrow_barb = 3;  // distance of a barb's end behind the tip and beside the shaft

// Returns the colour of the frame of a cell that differs (black or white, whichever is seen beside this background) or
// is wrong; transparent: it has none.
Color frame_color(const CellPart& cell, Color background);
// Returns the width of that frame, which lies inside the cell.
float difference_frame(const Rect& cell);
// Returns the same frame as four rectangles.
std::array<Rect, 4> frame_lines(const Rect& cell, float width);
// Returns the triangle in the upper right corner of a cell, for marks that leave the cell's edge alone.
std::array<Point, 3> difference_mark(const Rect& cell);

// A straight line with round ends; a disc if both ends are one point.
struct Stroke {
  Point from, to;
  float thickness = 1;
  Color color;
};

struct Scene {
  float width = 0, height = 0;
  float label_size = 0;  // the font size of the cells' labels; 0: they have none
  Color background;
  Color grid_line;  // shows in the gaps between cells
  std::vector<GridFrame> grids;
  std::vector<CellPart> cells;  // grouped by grid, then row, col, part
  std::vector<Swatch> swatches;
  std::vector<Arrow> arrows;
  std::vector<Text> texts;
  std::vector<Stroke> strokes;    // on top of the texts
  std::vector<Outline> outlines;  // on top of all
  std::string title;              // for a file's <title>
  std::string description;        // provenance in a line
};

enum class Theme : std::uint8_t { Dark, Light, Contrast };  // Contrast: black ground, white ink, strong lines
// Safe: told apart with every kind of colour blindness. Print: grey, with hatching.
enum class Palette : std::uint8_t { Safe, Vivid, Print };

// The height of digits as a part of their font size.
inline constexpr float digit_height = 0.67f;

}  // namespace tcviz::inline app_scene
