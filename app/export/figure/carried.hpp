// The data that a figure carries so that tcviz can read it back: its layouts with their sources, and its style, as one
// JSON object "tcviz-figure/1"; and that object as plain letters for files that have only comments.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_export {

inline constexpr std::string_view figure_format = "tcviz-figure/1";

// Returns {"format", "view", "color_by", ..., "sources": [...], "layouts": [layout objects]}, without white space.
std::string carried_json(const Figure& figure);
Result<std::vector<FigureLayout>> parse_carried(std::string_view json);
// Reads the whole figure again, as it was before it was written in this format.
Result<Figure> parse_carried_figure(std::string_view json, FigureFormat format);

// Returns "tcviz-figure/1:" and the object as zlib data in base 64, with '_' for '/', ended by '='. It has letters,
// digits, '+', '_' and '=' only: no comment of any format ends in them.
std::string armored(std::string_view json);
// Reads the first such text in `bytes` that can be unpacked, and skips the characters that separate its letters (line
// ends, "%", "//", blanks). No marker: "".
Result<std::string> unarmored(std::string_view bytes);
// A text that was armored, with the place of its beginning.
struct Armored {
  std::size_t at = 0;
  std::string text;
};
Result<Armored> find_armored(std::string_view bytes);
bool has_armor(std::string_view bytes);
// Returns the armored text in lines of at most 100 letters, each behind `prefix`.
std::string armored_lines(std::string_view json, std::string_view prefix);

// Compresses data; inflated unpacks it, to at most 64 MiB.
std::string deflated(std::string_view bytes);
Result<std::string> inflated(std::string_view bytes);

}  // namespace tcviz::inline app_export
