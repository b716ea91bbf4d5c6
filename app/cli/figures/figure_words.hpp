// The style of a figure as text that the user writes: as options of `tcviz show`, or as keys of a specification of
// figures (figure_spec.hpp). One table defines both.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "app/export/figure/figure.hpp"

namespace CLI {
class App;
}

namespace tcviz::inline app_cli {

// The values as typed; empty: not given.
struct FigureWords {
  std::string view, color_by, labels, palette, theme, arrangement, title, caption, threads, pin, scale, cell;
  std::string place, width, font, dpi;
  bool no_title = false, no_caption = false, no_legend = false, no_axes = false, transparent = false, panels = false;
};

// An option with a value.
struct WordRow {
  std::string_view option, type;  // "--color-by", "WORD|E"
  std::string FigureWords::*text;
  std::string_view help;
};
// An option without a value.
struct FlagRow {
  std::string_view option;
  bool FigureWords::*flag;
  std::string_view key;  // key in a specification: "title" for --no-title
  bool set_by;           // the value of the key that sets the flag: `false` for those that leave something out
  std::string_view help;
};
std::span<const WordRow> figure_word_rows();
std::span<const FlagRow> figure_flag_rows();
// Adds all these options to a command.
void add_figure_words(CLI::App& app, FigureWords& words);

// Returns the first given option that only pictures have (for an error about a table); empty if there is none.
std::string_view picture_option_in(const FigureWords& words);

// Reads the values that can be checked without a layout.
Result<SceneStyle> read_style(const FigureWords& words);
Result<double> read_figure_scale(const std::string& text);
// Adds to `style` the values that need the layouts: the thread filter, the pin, an expression to colour by, and the
// names of the sides of a comparison.
Status finish_style(const FigureWords& words, std::span<const FigureLayout> layouts, SceneStyle& style);

}  // namespace tcviz::inline app_cli
