// The data inside a figure file from which tcviz can read the figure again: its layouts with their sources, and its
// style, as a JSON object "tcviz-figure/1". For files that can contain it only in comments it is "armored": compressed
// and written in base 64.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_export {

inline constexpr std::string_view figure_format = "tcviz-figure/1";

// Returns the object {"format", "view", "color_by", ..., "sources": [...], "layouts": [layout objects]}, without white
// space.
std::string carried_json(const Figure& figure);
Result<std::vector<FigureLayout>> parse_carried(std::string_view json);
// Reads the whole figure, which was written in `format`.
Result<Figure> parse_carried_figure(std::string_view json, FigureFormat format);

// Returns "tcviz-figure/1:" and the object as zlib data in base 64, with '_' instead of '/', with '=' at its end. The
// data has letters, digits, '+', '_' and '=' only, which cannot end a comment in any format.
std::string armored(std::string_view json);
// Returns the object of the first armored text in `bytes` that can be unpacked. Skips the characters between its lines
// (line ends, "%", "//", blanks). Returns "" if there is no armored text.
Result<std::string> unarmored(std::string_view bytes);
// An unpacked object, and the position at which its armored text begins.
struct Armored {
  std::size_t at = 0;
  std::string text;
};
Result<Armored> find_armored(std::string_view bytes);
bool has_armor(std::string_view bytes);
// Returns the armored text in lines of at most 100 characters, each after `prefix`.
std::string armored_lines(std::string_view json, std::string_view prefix);

// Returns the bytes as zlib data in these letters, without format and end; unpacked() skips what is no letter.
std::string packed(std::string_view bytes);
Result<std::string> unpacked(std::string_view text);

// Compresses data with zlib; inflated() unpacks it, to at most 64 MiB.
std::string deflated(std::string_view bytes);
Result<std::string> inflated(std::string_view bytes);

}  // namespace tcviz::inline app_export
