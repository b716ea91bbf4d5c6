// A figure's style as a person writes it: options of `tcviz show`, keys of a specification of figures. The same rows
// for both.
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

// The words as a person typed them; the missing ones are empty.
struct FigureWords {
  std::string view, color_by, labels, palette, theme, arrangement, title, caption, threads, pin, scale, cell;
  std::string place, width, font, dpi;
  bool no_title = false, no_caption = false, no_legend = false, no_axes = false, transparent = false, panels = false;
};

struct WordRow {
  std::string_view option, type;  // "--color-by", "WORD|E"
  std::string FigureWords::*text;
  std::string_view help;
};
struct FlagRow {
  std::string_view option;
  bool FigureWords::*flag;
  std::string_view key;  // in a specification: "title", if `false` sets the flag
  bool set_by;           // the key's value that sets the flag: `false` for all that leave something out
  std::string_view help;
};
std::span<const WordRow> figure_word_rows();
std::span<const FlagRow> figure_flag_rows();
void add_figure_words(CLI::App& app, FigureWords& words);

// Returns the first option given that a table has no use for; empty if there is none.
std::string_view picture_option_in(const FigureWords& words);

// Reads all that needs no layout. Errors put `what` before the names of the words: "--" on the command line.
Result<SceneStyle> read_style(const FigureWords& words);
Result<double> read_figure_scale(const std::string& text);
// Checks the words that need the layouts: the filter, the pin, an expression to colour by, the names of a comparison's
// sides.
Status finish_style(const FigureWords& words, std::span<const FigureLayout> layouts, SceneStyle& style);

}  // namespace tcviz::inline app_cli
