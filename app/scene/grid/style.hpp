// The options for the picture of layouts: view, colours, labels, and the area (room) that it fills.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/scene/easel/scene.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_scene {

// The result of checking a formula on a slot. A wrong slot is drawn without its colour and with a frame.
enum class CellMark : std::uint8_t { None, Right, Wrong };

// The arrangement of several grids. Fitting: stacked if the grids are wide, else side by side.
enum class Arrangement : std::uint8_t { Fitting, SideBySide, Stacked };

// The grids that a picture shows. Grids: two grids of one layout, with the thread and with the value number (register)
// of each element. Combined: one grid with both. Threads: a row for each thread, a column for each value. Product: A
// left, B above, the accumulator between them, k aligned. Comparison: Combined for two layouts, with frames where they
// differ.
enum class ViewMode : std::uint8_t { Grids, Combined, Product, Threads, Comparison };
// The quantity that gives cells their colours. Automatic: Value in the grid of value numbers, Thread in all others.
// Quad: tid / 4. InQuad: tid % 4. Word: the 32-bit register. Expression: SceneStyle::value.
enum class ColorBy : std::uint8_t { Automatic, Thread, Value, Quad, InQuad, Word, Row, Col, Expression };
// The labels in cells. Automatic: the quantity that the grid shows. Slot: "T5 x[3]". Word: "R1 [31:16]". Element:
// "9,6". Linear: row * columns + column.
enum class LabelBy : std::uint8_t { Automatic, Thread, Value, Slot, Word, Element, Linear, None };

// Limits that make the cells of several panels alike; 0: none.
struct Alike {
  float cell_w = 0, cell_h = 0, label_size = 0;
  bool brief = false;  // labels are "5:3", not "T5 x[3]"
  friend bool operator==(const Alike&, const Alike&) = default;
};

// The area that a picture has to fill, in scene units.
struct Room {
  float w = 0, h = 0;
  // The picture is for paper, where the pointer cannot ask for details: all owners of an element are drawn, and labels
  // may be smaller. Cells are not made higher than is easy to read.
  bool paper = false;
  bool fixed = false;  // paper: the height is to be filled; false: it is the maximum
  float margin = 2;
  bool copies = true;  // on screen: cells show the number of owners if there are several
  Alike alike = {};    // paper
  friend bool operator==(const Room&, const Room&) = default;
};

struct SceneStyle {
  Theme theme = Theme::Light;
  Arrangement arrangement = Arrangement::Fitting;
  float cell = 28;  // least side of a cell in scene units; widened for labels, which are scaled down if it is below 16
  // The area that the picture fills, with the longest labels that stay readable; `cell` is ignored. On screen only the
  // first of several owners of an element is drawn. If labels would be unreadable, the picture is larger than the area.
  std::optional<Room> room;
  bool title = true;         // the picture has a title with kind and provenance
  bool origin = true;        // below the title stands where the layout is from
  bool transparent = false;  // no background
  // Letters a, b, c before the title of each grid; if a view of one layout gets several layouts, each gets a panel with
  // a letter.
  bool panels = false;

  ViewMode view = ViewMode::Grids;
  ColorBy color_by = ColorBy::Automatic;
  Palette palette = Palette::Safe;
  LabelBy label_by = LabelBy::Automatic;
  bool axes = true, legend = true, caption = true;
  // Grids show the first of their rows and columns, then "..."; 0: all. A product: the first m, and the first n and k.
  int most_rows = 0, most_cols = 0;
  std::string title_text, caption_text;  // replace the default title and caption, if not empty
  // By thread: false if its cells are faded. Empty: no cells are.
  std::vector<bool> threads;
  // For ColorBy::Expression: the function that gives a slot its number, and the name of this number in the legend.
  std::function<std::int64_t(Slot, Element)> value;
  std::string value_name;
  std::optional<Slot> marked;  // outlined slot of the first layout; its thread is outlined, too
  // Results of a check, by slot number, for the layout with index `checked`. Empty: no check.
  std::vector<CellMark> marks;
  int checked = 0;
  // By slot number: the element (row * cols + col) that the wrong formula gives; no_element if that is none. Empty: not
  // shown.
  std::vector<std::int32_t> got;
  bool hide_cells = false;        // draws axes and empty cells only
  std::optional<int> side;        // in a comparison: draws only this side (0 or 1), where both have the same position
  bool only_differences = false;  // in a comparison: cells that agree are faded
  // Names of the sides of a comparison, "compiled:sm_70"; empty: made from their provenance.
  std::array<std::string, 2> side_names;
};

// The layouts of a scene; GridFrame::layout is an index into them. Product: see product_parts.hpp. Comparison: left,
// right. Other views: one.
using SceneLayouts = std::span<const Layout* const>;

}  // namespace tcviz::inline app_scene
