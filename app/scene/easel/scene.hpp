// A picture as plain drawing data: cells, labels, boxes and lines with positions and colours. The window and the
// writers of SVG, PNG and PDF all draw it. All lengths are in scene units: 1 unit is 1 pixel at 100 %.
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
// The font of a text. Mono: monospaced, for numbers and code.
enum class Face : std::uint8_t { Sans, Mono };
// The purpose of a text. AxisName: also the text below a grid's title, which names a kind or a source. Note: in a cell,
// beside its label, the number of owners ("x2") or the place that a wrong formula gives; beside a grid, the number of
// wrong cells of a row or column.
enum class TextRole : std::uint8_t { CellLabel, AxisNumber, AxisName, GridTitle, Title, Caption, Legend, Note };

// A line of text. `y` is the vertical middle of its digits, `size` the font size in scene units. A cell's label is one
// Text, or two if it has two lines. The program's own texts use only ASCII, U+00D7 (times), U+00B7 (middle dot) and, in
// Sans only, U+2026 (ellipsis); texts of provenances and of the user may have other characters.
struct Text {
  float x = 0, y = 0, size = 12;
  Align align = Align::Left;
  Face face = Face::Sans;
  TextRole role = TextRole::CellLabel;
  Color color;
  std::string text;
};

// The pattern of lines over a fill, which in print replaces colours. Lines have fixed scene coordinates, so that the
// lines of neighbouring cells meet. With T = hatch_tile and any whole k and j:
//   Forward x + y = k T (rises to the right), Backward x - y = k T, Horizontal y = k T, Vertical x = k T, Crossed the
//   last two, Diagonal the first two, Dots discs around (k T, j T).
enum class Hatch : std::uint8_t { None, Forward, Backward, Horizontal, Vertical, Crossed, Diagonal, Dots };
inline constexpr float hatch_tile = 8, hatch_width = 1, hatch_dot = 1.25f;  // hatch_dot: radius of a disc
// Returns the colour of hatch lines on `fill`: they are visible, and a label on top stays readable.
Color hatch_color(Color fill);

// A part of an element's cell, one for each owner (thread and value) of the element. In a grid of slots (a row for each
// thread, a column for each value) a cell is one slot and has one part, or none if the slot has no element.
struct CellPart {
  Rect rect;  // the filled area, without the gap to the next cell
  Color fill;
  std::int32_t slot = 0;          // tid * values + i
  std::int16_t row = 0, col = 0;  // row and column of the element
  std::uint16_t part = 0;         // number of the owner, in slot order, from 0
  std::uint8_t grid = 0;          // index into Scene::grids
  Hatch hatch = Hatch::None;
  bool faded = false;        // hidden by a filter; fill and label already have colours close to the background
  bool framed = false;       // drawn with a frame (frame_color): it differs, or if most cells do, it agrees
  bool wrong = false;        // a check found it wrong; drawn with a red frame and without its own colour
  Color corner{0, 0, 0, 0};  // colour of a triangle in its corner (difference_mark); transparent: none
};

// The content of a grid: for each element its thread, its value number, or both; or for each slot its element.
enum class Channel : std::uint8_t { Thread, Register, Both, Slots };

// The position of a grid, to find the cell under the pointer: cell (first_row + y, first_col + x) is at cells.x + x *
// cell_w, cells.y + y * cell_h. In a grid of slots the rows are threads and the columns are values.
struct GridFrame {
  Channel channel = Channel::Thread;
  std::uint8_t layout = 0;  // index into the layouts that the scene was built from
  Rect lines;               // the area filled with Scene::grid_line before the cells are drawn
  Rect cells;
  float cell_w = 0, cell_h = 0;  // from one cell to the next
  float gap = 1;                 // free width right of and below each cell, where the line shows
  int rows = 0, cols = 0;
  // The element in the upper left cell; not (0, 0) if the grid shows a part of its layout.
  int first_row = 0, first_col = 0;
  float free_below = 0;  // free height below each cell besides the gap: for the boxes of metadata between rows of A
  // True if the grid has a cell for the element.
  bool shows(Element e) const {
    return e.row >= first_row && e.col >= first_col && e.row - first_row < rows && e.col - first_col < cols;
  }
  // The division of a cell among the owners of its element: part = py * parts_x + px. The parts of an element with
  // fewer owners are stretched over the whole cell.
  int parts_x = 1, parts_y = 1;
  // If true, only the first owner of each element is drawn, over the whole cell.
  bool one_owner = false;
  std::int32_t first_cell = 0;  // index in Scene::cells of the grid's first cell
};

// A coloured rectangle that is not a cell: in the legend, the line that spans the columns of a register, the background
// of a slot without an element.
struct Swatch {
  Rect rect;
  Color fill;
  Hatch hatch = Hatch::None;
  bool framed = false;  // with the frame of such a cell
};

// A line around a rectangle, in figures only: the window draws its own marks.
struct Outline {
  Rect rect;
  Color color;
  float thickness = 2;
};

// An arrow beside an axis name. It is a drawing because the fonts have no arrows.
struct Arrow {
  float x0 = 0, y0 = 0;  // tail
  float x1 = 0, y1 = 0;  // tip; the arrow is horizontal or vertical
  Color color;
};
struct Point {
  float x = 0, y = 0;
};
// Returns the points of the arrow as a polyline, to be drawn 1 unit wide: tail, tip, barb, tip, barb.
std::array<Point, 5> arrow_points(const Arrow& arrow);
inline constexpr float arrow_barb = 3;  // distance of the end of a barb from the tip and from the shaft

// Returns the colour of the frame of a cell: red if it is wrong; black or white, whichever is visible on `background`,
// if it is framed; else transparent.
Color frame_color(const CellPart& cell, Color background);
// Returns the width of the frame of `cell`, which lies inside of the cell.
float difference_frame(const Rect& cell);
// Returns the four sides of a frame inside of `cell` as rectangles.
std::array<Rect, 4> frame_lines(const Rect& cell, float width);
// Returns the triangle in the upper right corner of `cell`, for marks that do not touch the cell's edges.
std::array<Point, 3> difference_mark(const Rect& cell);

// A straight line with round ends; a disc if both ends are equal.
struct Stroke {
  Point from, to;
  float thickness = 1;
  Color color;
};

struct Scene {
  float width = 0, height = 0;
  float label_size = 0;  // font size of the labels in cells; 0: there are none
  Color background;
  Color grid_line;  // shows in the gaps between cells
  std::vector<GridFrame> grids;
  std::vector<CellPart> cells;  // grouped by grid, then row, col, part
  std::vector<Swatch> swatches;
  std::vector<Arrow> arrows;
  std::vector<Text> texts;
  std::vector<Stroke> strokes;    // on top of the texts
  std::vector<Outline> outlines;  // on top of all
  std::string title;              // for the element <title> of an SVG
  std::string description;        // one line about the origin of the data
};

enum class Theme : std::uint8_t { Dark, Light, Contrast };  // Contrast: black background, white text, strong lines
// Safe: distinguishable with every kind of colour blindness. Print: grey, with hatching.
enum class Palette : std::uint8_t { Safe, Vivid, Print };

// The height of digits as a fraction of their font size.
inline constexpr float digit_height = 0.67f;

}  // namespace tcviz::inline app_scene
