// The choices of a picture of layouts: its view, its colours and labels, and the room that it fills.
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

// The result of a check for a slot. A right slot looks as ever; a wrong one loses its colour and gets a frame.
enum class CellMark : std::uint8_t { None, Right, Wrong };

// Fitting: one grid above the other if they are wide, beside each other otherwise.
enum class Arrangement : std::uint8_t { Fitting, SideBySide, Stacked };

// The grids that a picture shows:
// Grids: thread and register grid of one layout. Combined: one grid with both. Threads: a row for every thread, a
// column for every value. Product: A left, B above, the accumulator in the corner, k lined up. Comparison: a grid with
// both of each of two layouts, beside each other, cells that differ framed.
enum class ViewMode : std::uint8_t { Grids, Combined, Product, Threads, Comparison };
// Automatic: a thread grid by thread, a register grid by value, all else by thread. Word: the 32-bit register.
enum class ColorBy : std::uint8_t { Automatic, Thread, Value, Quad, InQuad, Word, Row, Col, Expression };
// Automatic: the quantity that the grid shows. Slot: "T5 x[3]". Word: "R1 [31:16]". Element: "9,6".
enum class LabelBy : std::uint8_t { Automatic, Thread, Value, Slot, Word, Element, Linear, None };

// The room that a picture has to fill, in scene units.
struct Room {
  float w = 0, h = 0;
  // On paper nothing answers a pointer: every owner of an element is drawn, a label omits only what the legend says,
  // and may be as small as the words beside the grids. Cells are no higher than is easily read.
  bool paper = false;
  bool fixed = false;  // paper that is to be filled; else its height is only not to be exceeded
  float margin = 2;
  bool copies = true;  // on screen a cell may say how many owners its element has
  friend bool operator==(const Room&, const Room&) = default;
};

struct SceneStyle {
  Theme theme = Theme::Light;
  Arrangement arrangement = Arrangement::Fitting;
  float cell = 28;  // side of a cell in scene units before it is widened for its labels; below 16 these shrink
  // The room that cells fill, with the longest labels that stay readable; `cell` is not used, and on screen only the
  // first of several owners of an element is drawn. If no such size exists, the picture is larger than the room.
  std::optional<Room> room;
  bool title = true;         // kind id and provenance inside the picture: for figures
  bool transparent = false;  // no background
  // Letters a, b, c: before the title of every grid; or, if a view of one layout receives several, above a panel for
  // each of these.
  bool panels = false;

  ViewMode view = ViewMode::Grids;
  ColorBy color_by = ColorBy::Automatic;
  Palette palette = Palette::Safe;
  LabelBy label_by = LabelBy::Automatic;
  bool axes = true, legend = true, caption = true;
  std::string title_text, caption_text;  // instead of the kind's id and of the counts; empty: those
  // Cells of threads that are false here are faded. Empty: none is.
  std::vector<bool> threads;
  // For ColorBy::Expression: the number of a slot, and its name in the legend.
  std::function<std::int64_t(Slot, Element)> value;
  std::string value_name;
  std::optional<Slot> marked;  // a slot of the first layout: its thread and itself are outlined
  // The check's marks for the layout `checked`, by slot number. Empty: no marks.
  std::vector<CellMark> marks;
  int checked = 0;
  // The element (row * cols + col) that a wrong slot got, by slot number; no_element if it is none. Empty: not said.
  std::vector<std::int32_t> got;
  bool hide_cells = false;        // only axes and empty cells: for teaching
  std::optional<int> side;        // in a comparison: draws this side alone, in the place of either
  bool only_differences = false;  // in a comparison: cells that agree are faded
  // The names of a comparison's sides, "compiled:sm_70"; empty: by their provenance.
  std::array<std::string, 2> side_names;
};

// The layouts that a scene shows, in the order of GridFrame::layout. Product: as product_parts.hpp says. Comparison:
// left, right. All other views: one.
using SceneLayouts = std::span<const Layout* const>;

}  // namespace tcviz::inline app_scene
