// Reads the specification file of `tcviz figures`, a JSON text that lists figures to be written; checks every key.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/figures/figure_words.hpp"
#include "app/cli/kit/target.hpp"

namespace tcviz::inline app_cli {

// A figure to be written.
struct FigureJob {
  std::string place;             // its position in the file, "figures[2]", for errors
  std::string name;              // unique; by default the name of the output file without suffix
  std::filesystem::path output;  // path of the file
  FigureFormat format = FigureFormat::Svg;
  TargetArguments target;
  std::string with, also;
  FigureWords words;
};

// Reads a specification; its paths are relative to `folder`. Errors name the position: `figures[2].color_by: ...`.
Result<std::vector<FigureJob>> parse_figure_spec(std::string_view json, const std::filesystem::path& folder);

// The text about specifications in `tcviz figures --help`.
inline constexpr std::string_view figure_spec_help =
    "SPEC is one JSON object:\n  \"format\": \"tcviz-figures/1\"\n  \"defaults\": {...}             keys that all "
    "figures share, unless they say otherwise\n  \"figures\": [{...}, ...]       one object for each file\nKeys of a "
    "figure; paths are relative to SPEC:\n  output                        the file; its suffix sets the format\n  "
    "format                        as --format of `tcviz show`, if the suffix sets none\n  name                        "
    "  for --only; else the output's name without suffix\n  kind, device                  what to draw, and its "
    "source: name both\n  layout                        a layout file or a figure instead; kind picks one of several\n "
    " with                          for a comparison: another source, kind or file\n  also                          "
    "more kinds, separated by commas: each a panel with a letter\n  view, color_by, labels, palette, theme, "
    "arrangement, threads, scale, cell, for, width, font, dpi\n                                as the options of "
    "`tcviz show`\n  pin                           [tid, i]\n  title, caption                a text, or false for "
    "none\n  legend, axes, transparent, panels  true or false\nFiles that are already right are not touched.\n";
std::string_view example_figure_spec();

}  // namespace tcviz::inline app_cli
