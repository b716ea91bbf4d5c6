// One layout as text, CSV and Markdown. Pictures, and figures of several layouts: figure.hpp.
#pragma once

#include <string>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_export {

struct TextOptions {
  bool color = false;       // ANSI colours
  bool true_color = true;   // colours of 24 bits; else the nearest of a terminal's 256
  std::size_t columns = 0;  // columns that a line may take: wider grids are folded; 0: as many as they need
};
// Writes the two grids beside each other (thread id, value index), aligned, with axes; replicas as "3|19". One stands
// below the other if they do not fit side by side.
std::string to_text(const Layout& layout, const TextOptions& options);
// Writes one line for each slot: tid,i,register,low_bit,high_bit,row,col,linear,kind,provenance; the last as JSON, and
// only in the first line.
std::string to_csv(const Layout& layout);
std::string to_markdown(const Layout& layout);

}  // namespace tcviz::inline app_export
