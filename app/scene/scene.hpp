// A grid as plain drawing data: cells, labels, axes, legend, with positions and colours, the same for screen, SVG, PNG
// and PDF. Knows layouts; knows nothing of OpenGL, Dear ImGui or file formats. Units: scene units, 1 unit = 1 pixel at
// 100 %.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
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
// AxisName: also what stands below a grid's title, a kind or a source.
enum class TextRole : std::uint8_t { CellLabel, AxisNumber, AxisName, GridTitle, Title, Caption, Legend };

// Text is one line of ASCII, U+00D7 (times), U+00B7 (middle dot) and, in Sans only, U+2026 (ellipsis). A provenance's
// and a person's own words may hold more. A cell's label is one Text, or two where it is broken in two lines. `y` is
// the vertical middle of its digits, `size` the font size in scene units.
struct Text {
  float x = 0, y = 0, size = 12;
  Align align = Align::Left;
  Face face = Face::Sans;
  TextRole role = TextRole::CellLabel;
  Color color;
  std::string text;
};

// Lines over a fill, so that print keeps apart what colour keeps apart on screen. They lie in scene coordinates, so
// that the lines of neighbours meet: with T = hatch_tile and any whole k and j
//   Forward x + y = k T (rises to the right), Backward x - y = k T, Horizontal y = k T, Vertical x = k T, Crossed the
//   last two, Diagonal the first two, Dots discs around (k T, j T).
enum class Hatch : std::uint8_t { None, Forward, Backward, Horizontal, Vertical, Crossed, Diagonal, Dots };
inline constexpr float hatch_tile = 8, hatch_width = 1, hatch_dot = 1.25f;  // the last: a disc's radius
// The colour of those lines on a fill: seen on it, and with the fill's label readable on both.
Color hatch_color(Color fill);

// One owner's part of an element's cell: an element with several owners is split into as many parts. In a grid of slots
// a cell is one slot, and a slot without an element has none.
struct CellPart {
  Rect rect;  // what is filled: the gap to the next cell is already taken off
  Color fill;
  std::int32_t slot = 0;          // tid * values + i
  std::int16_t row = 0, col = 0;  // of the element
  std::uint16_t part = 0;         // which owner, in slot order
  std::uint8_t grid = 0;          // index into Scene::grids
  Hatch hatch = Hatch::None;
  bool faded = false;    // filtered out: fill and label are already close to the background
  bool differs = false;  // in a comparison: the other layout has other owners here; drawn with a difference_mark
};

// What a grid shows: the thread of every element, its value index, both at once, or for every slot its element.
enum class Channel : std::uint8_t { Thread, Register, Both, Slots };

// A grid's place, for hit tests: cell (row, col) is at cells.x + col * cell_w, cells.y + row * cell_h. In a grid of
// slots the rows are threads and the columns are values.
struct GridFrame {
  Channel channel = Channel::Thread;
  std::uint8_t layout = 0;  // which of the layouts that the scene was built from
  Rect lines;               // filled with Scene::grid_line before the cells are drawn: what stays visible are the lines
  Rect cells;
  float cell_w = 0, cell_h = 0;  // from one cell to the next
  float gap = 1;                 // of that, what is left free to the right and below
  int rows = 0, cols = 0;
  // How a cell is split for its owners: part = py * parts_x + px. An element with fewer owners than others has fewer
  // parts, stretched over the whole cell.
  int parts_x = 1, parts_y = 1;
};

// A coloured box that is no cell: of the legend, the line under a register's columns, the ground where a slot holds no
// element.
struct Swatch {
  Rect rect;
  Color fill;
  Hatch hatch = Hatch::None;
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
// The points of its polyline, to be stroked 1 unit wide: tail, tip, barb, tip, barb.
std::array<Point, 5> arrow_points(const Arrow& arrow);

// The triangle in the upper right corner of a cell that differs, to be filled with the colour of its label.
std::array<Point, 3> difference_mark(const Rect& cell);

// What a check says of a slot: a tick, or a cross on a disc, in the lower right corner of its cell. Told by shape; the
// colour only helps.
enum class CellMark : std::uint8_t { None, Right, Wrong };

// A straight line with round ends; a disc where both ends are one point.
struct Stroke {
  Point from, to;
  float thickness = 1;
  Color color;
};

struct Scene {
  float width = 0, height = 0;
  Color background;
  Color grid_line;  // shows in the gaps between cells
  std::vector<GridFrame> grids;
  std::vector<CellPart> cells;  // grouped by grid, then row, col, part
  std::vector<Swatch> swatches;
  std::vector<Arrow> arrows;
  std::vector<Text> texts;
  std::vector<Stroke> strokes;    // on top of the texts: the marks of a check
  std::vector<Outline> outlines;  // on top of all
  std::string title;              // for a file's <title>
  std::string description;        // provenance in a line
};

enum class Theme : std::uint8_t { Dark, Light, Contrast };  // Contrast: black ground, white ink, strong lines
// Fitting: one grid above the other where they are wide, beside each other otherwise.
enum class Arrangement : std::uint8_t { Fitting, SideBySide, Stacked };

// What is drawn of which layouts:
// Grids: thread and register grid of one layout. Combined: one grid with both. Threads: a row for every thread, a
// column for every value. Product: A left, B above, the accumulator in the corner, k lined up. Comparison: two layouts
// beside each other, cells that differ marked.
enum class ViewMode : std::uint8_t { Grids, Combined, Product, Threads, Comparison };
// Automatic: a thread grid by thread, a register grid by value, all else by thread. Word: the 32-bit register.
enum class ColorBy : std::uint8_t { Automatic, Thread, Value, Quad, InQuad, Word, Row, Col, Expression };
// Safe: told apart with every kind of colour blindness. Print: grey, with hatching.
enum class Palette : std::uint8_t { Safe, Vivid, Print };
// Automatic: what the grid shows. Slot: "T5 x[3]". Word: "R1 [31:16]". Element: "9,6".
enum class LabelBy : std::uint8_t { Automatic, Thread, Value, Slot, Word, Element, Linear, None };

struct SceneStyle {
  Theme theme = Theme::Light;
  Arrangement arrangement = Arrangement::Fitting;
  float cell = 28;           // side of a cell in scene units before it is widened for its labels; below 16 these shrink
  bool title = true;         // kind id and provenance inside the picture: for figures
  bool transparent = false;  // no background

  ViewMode view = ViewMode::Grids;
  ColorBy color_by = ColorBy::Automatic;
  Palette palette = Palette::Safe;
  LabelBy label_by = LabelBy::Automatic;
  bool axes = true, legend = true, caption = true;
  std::string title_text, caption_text;  // instead of the kind's id and of the counts; empty: those
  // Cells of threads that are false here are faded. Empty: none is.
  std::vector<bool> threads;
  // For ColorBy::Expression: the number of a slot, and what it is called in the legend.
  std::function<std::int64_t(Slot, Element)> value;
  std::string value_name;
  std::optional<Slot> marked;  // of the first layout: its thread and itself are outlined
  // What a check says of the layout `checked`, by slot number. Empty: nothing.
  std::vector<CellMark> marks;
  int checked = 0;
  bool hide_cells = false;  // nothing but axes and empty cells: for teaching
  // What the sides of a comparison are called, "compiled:sm_70"; empty: by their provenance.
  std::array<std::string, 2> side_names;
};

// The layouts a scene shows, in the order of GridFrame::layout. Product: A, B, accumulator. Comparison: left, right.
// All other views: one.
using SceneLayouts = std::span<const Layout* const>;
std::size_t layouts_shown(ViewMode view);

// The grids with axes, numbers and legend. `layouts` has layouts_shown(style.view) entries; for a product the sides of
// the three must fit together.
Scene build_scene(SceneLayouts layouts, const SceneStyle& style);
// A view of one layout; the two grids where the style asks for a view of several.
Scene build_scene(const Layout& layout, const SceneStyle& style);

// Where one of `owners` parts of an element's cell is drawn: the rectangle of its CellPart, for outlines. Not for grids
// of slots.
Rect part_rect(const GridFrame& frame, Element element, int owners, int part);
// The rectangle of a slot's CellPart, in any grid; nothing where the slot holds no element.
std::optional<Rect> slot_rect(const GridFrame& frame, const Layout& layout, Slot slot);

// What lies under a point: the element, and which of its owners. None between or outside the grids.
struct Hit {
  int grid = 0;
  Element element;
  int part = 0;
  std::int32_t slot = 0;
  int layout = 0;  // which of the scene's
};
std::optional<Hit> hit_test(const Scene& scene, SceneLayouts layouts, float x, float y);
std::optional<Hit> hit_test(const Scene& scene, const Layout& layout, float x, float y);

}  // namespace tcviz
