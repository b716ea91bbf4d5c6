// A figure (a file with a picture or a table of layouts) as a value: its layouts, its style and its format. The same
// value always gives the same bytes.
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

// A layout and the name of its source, as in `--device`; empty: it is from a file, or unknown.
struct FigureLayout {
  Layout layout;
  std::string source;
};

// The size on paper for which a figure is made. It determines the cells and the arrangement of grids.
struct FigurePaper {
  double width_mm = 85, height_mm = 0;  // size of the whole figure; height 0: as high as the picture needs
  double font_pt = 7;                   // wanted size of the smallest letters, in points
  double dpi = 300;                     // PNG: pixels per inch
  double margin = 2;                    // around the picture, in 1/11 of the size of the smallest letters
  friend bool operator==(const FigurePaper&, const FigurePaper&) = default;
};

struct Figure {
  std::vector<FigureLayout> layouts;  // as many as the view shows, or one for each panel; for tables any number
  SceneStyle style;
  FigureFormat format = FigureFormat::Svg;
  // PNG: pixels of a scene unit. SVG, PDF, TikZ: times the natural size, in which 96 units are an inch. 0.1 to 16;
  // none: the default of the format.
  std::optional<double> scale;
  // Text only: adds a last line with the data to read the figure again. Other formats always have it.
  bool carry = true;
  // Text only: ANSI colours, 24-bit or of 256; columns of the terminal, 0: the output is not a terminal.
  bool color = false, true_color = true;
  std::size_t columns = 0;
  // Pictures only: the size on paper; it replaces `scale` and the style's cell size.
  std::optional<FigurePaper> paper = {};
};

// Returns a warning if letters will be smaller than wanted, or unreadable in print, with a remedy: "labels are 3.1 pt
// at this width: stack the grids, or make it 14 cm wide". Empty if there is no problem or `paper` is none.
std::string size_warning(const Figure& figure);

// Returns the bytes of the file. Returns an error if the number of layouts does not fit the view, the sizes of a
// product's layouts do not fit together, the scale is out of range, or a PNG would be too large.
Result<std::string> write_figure(const Figure& figure);

// Returns names that tell the two sides of a comparison apart: the source, the kind, or both.
std::array<std::string, 2> side_names(const FigureLayout& left, const FigureLayout& right);

// A format, in a table of all.
struct FormatRow {
  FigureFormat format;
  std::string_view word, label, suffix;  // "tikz", "TikZ", ".tex"
  bool picture;                          // it is a picture, which has a style
  bool text;                             // it is text, for a clipboard or a terminal
  double scale;                          // default scale; 0: it has no scale
};
inline constexpr double smallest_scale = 0.1, largest_scale = 16;
// Returns all formats, tables first.
std::span<const FormatRow> figure_formats();
const FormatRow& row_of(FigureFormat format);
// Returns the format with the file suffix `suffix`, ".tex"; null if there is none.
const FormatRow* format_of_suffix(std::string_view suffix);

// Reads the layouts in a figure of any of these formats, or in a layout file. Recognizes the format by the bytes.
Result<std::vector<FigureLayout>> figure_in_text(std::string_view bytes);

// Checks that a figure shows the layouts that its data contains: writes it again from the data and compares the bytes
// (of an SVG the drawn parts, of a PNG the pixels). Returns the error Negative, with the first place that differs, or
// Unavailable for a PDF that another version of cairo wrote. Layout files always pass.
Status check_shown(std::string_view bytes);

// Checks that a picture without layouts is the one that its command draws `again`, as check_shown does.
Status check_same_picture(std::string_view bytes, std::string_view again);

// Words in a figure that tcviz did not choose.
struct AuthorWords {
  std::string_view what;  // "title", "caption", "description" or "name of a side"
  // "names the GPU A100, and the figure shows NVIDIA H200", if they name something that the layouts do not state.
  std::string problem;
};
// Returns the words of its author in a picture that passes check_shown.
std::vector<AuthorWords> author_words(std::string_view bytes);

}  // namespace tcviz::inline app_export
