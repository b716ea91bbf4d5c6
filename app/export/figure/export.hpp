// Writes one layout as text, CSV or Markdown. For pictures and figures of several layouts see figure.hpp.
#pragma once

#include <string>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_export {

struct TextOptions {
  bool color = false;       // ANSI colours
  bool true_color = true;   // 24-bit colours; false: the nearest of the terminal's 256
  std::size_t columns = 0;  // maximum length of a line; wider grids are folded; 0: no maximum
};
// Writes the two grids (thread, value number) with axes, side by side, or one below the other if they are too wide.
// Several owners of an element are written as "3|19".
std::string to_text(const Layout& layout, const TextOptions& options);
// Writes a line for each slot: tid,i,register,low_bit,high_bit,row,col,linear,kind,provenance. The provenance is JSON,
// in the first line only.
std::string to_csv(const Layout& layout);
std::string to_markdown(const Layout& layout);

}  // namespace tcviz::inline app_export
