// A figure as a value: its layouts, their drawing and its format. The same value gives the same bytes.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/grid/style.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_export {

enum class FigureFormat : std::uint8_t { Text, Markdown, Csv, Json, Cpp, Svg, Png, Pdf, Tikz };

// A layout and its source, as `--device` names it. Empty: a file, or not known.
struct FigureLayout {
  Layout layout;
  std::string source;
};

// The place that a figure is made for. Cells and the arrangement of grids follow from it.
struct FigurePaper {
  double width_mm = 85, height_mm = 0;  // of the whole file; height 0: as high as the picture needs
  double font_pt = 7;                   // size of the smallest letters, if that is possible
  double dpi = 300;                     // PNG: pixels of an inch
  double margin = 2;                    // around the picture, in units of which the smallest letters have 11
  friend bool operator==(const FigurePaper&, const FigurePaper&) = default;
};

struct Figure {
  std::vector<FigureLayout> layouts;  // layouts_shown(style.view) of them, or a panel's each; tables take any number
  SceneStyle style;
  FigureFormat format = FigureFormat::Svg;
  // PNG: pixels for each unit of the scene. SVG, PDF, TikZ: times the natural size, in which 96 units are an inch. 0.1
  // to 16; none: the format's own.
  std::optional<double> scale;
  // Text only: true if a last line carries the layouts. All other formats do in any case.
  bool carry = true;
  // Text only: ANSI colours, of 24 bits or of 256, and the columns of the terminal; 0: not to one.
  bool color = false, true_color = true;
  std::size_t columns = 0;
  // Instead of a scale and of the style's cells: pictures only.
  std::optional<FigurePaper> paper = {};
};

// Warns, in a sentence, if letters come out smaller than they should be, or than can be read in print, and names a
// remedy: "labels are 3.1 pt at this width: stack the grids, or make it 14 cm wide". Empty: they are fine, or the
// figure has no paper.
std::string size_warning(const Figure& figure);

// Writes the figure. Refuses a number of layouts that the view does not have, sides of a product that do not fit, a
// scale out of range, and a PNG that would be too large.
Result<std::string> write_figure(const Figure& figure);

// Names the sides of a comparison: by the source, the kind or both, whichever tells the two apart.
std::array<std::string, 2> side_names(const FigureLayout& left, const FigureLayout& right);

struct FormatRow {
  FigureFormat format;
  std::string_view word, label, suffix;  // "tikz", "TikZ", ".tex"
  bool picture;                          // drawn from a scene: takes a style
  bool text;                             // fit for a clipboard and a terminal
  double scale;                          // its own; 0: has none
};
inline constexpr double smallest_scale = 0.1, largest_scale = 16;
// Returns every format, tables first.
std::span<const FormatRow> figure_formats();
const FormatRow& row_of(FigureFormat format);
// Returns the row of a file's suffix, ".tex"; null if no format has it.
const FormatRow* format_of_suffix(std::string_view suffix);

// Reads the layouts of a figure in any of these formats, or of a layout file, with the sources they name. The bytes
// decide the format, never a name.
Result<std::vector<FigureLayout>> figure_in_text(std::string_view bytes);

// Checks that a figure shows what it carries: writes it again from that and compares its own bytes; of an SVG the drawn
// parts, of a PNG its pixels. Negative: the first place that differs. Unavailable: a PDF of another version of cairo.
// Layout files show only what they carry.
Status check_shown(std::string_view bytes);

}  // namespace tcviz::inline app_export
