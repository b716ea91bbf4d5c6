// One layout as something to keep: text, CSV, Markdown, SVG, PNG; and back from a file. Figures of several layouts and
// in more formats: figure.hpp.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/grid/style.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_export {

struct TextOptions {
  bool color = false;       // ANSI colours
  bool true_color = true;   // of 24 bits; else the nearest of a terminal's 256
  std::size_t columns = 0;  // that a line may take: wider grids are folded; 0: as many as they need
};
// The two grids beside each other (thread id, value index), aligned, with axes; replicas as "3|19". One below the other
// where they do not fit side by side.
std::string to_text(const Layout& layout, const TextOptions& options);
// One line for each slot: tid,i,register,low_bit,high_bit,row,col,linear,kind,provenance; the last as JSON, and only in
// the first line.
std::string to_csv(const Layout& layout);
std::string to_markdown(const Layout& layout);
// A figure of one layout (figure.hpp): real text, data-tid, data-i, data-row and data-col on every cell, a title, and
// the layout embedded in <metadata>. Empty for a view that needs more layouts.
std::string to_svg(const Layout& layout, const SceneStyle& style);
// PNG bytes; `scale` pixels for each scene unit, 0.1 to 16.
Result<std::string> to_png(const Layout& layout, const SceneStyle& style, double scale);

// The layouts in a file: a layout file, or any figure (figure.hpp). The content decides which, not the name.
Result<std::vector<Layout>> layouts_in_file(const std::filesystem::path& path);
// The same for the bytes of a file.
Result<std::vector<Layout>> layouts_in_text(std::string_view bytes);

}  // namespace tcviz::inline app_export
