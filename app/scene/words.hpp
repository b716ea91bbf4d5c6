// The words around a grid, the same in pictures, text and Markdown. Knows layouts; knows nothing of positions.
#pragma once

#include <string>
#include <string_view>

#include "app/scene/scene.hpp"

namespace tcviz {

// What the rows and columns of a kind's matrix count: m and k for A, k and n for B, m and n for the accumulator.
struct AxisNames {
  std::string_view row, col;  // "m", "n"; "row", "column" where the kind is not in the catalogue
  bool known = false;         // the kind is in the catalogue: the names are letters
};
AxisNames axis_names(std::string_view kind);

std::string_view grid_title(Channel channel);      // "Thread tid", "Register x[i]"
std::string operand_title(std::string_view kind);  // "A  f16 row", "Accumulator  f32"; else the id
// What tells a side of a comparison from the other: the kind where they differ, else the source and its device.
std::string side_title(SceneLayouts layouts, std::size_t side);

// "16×16 · 32 threads · 8 values · each element once".
std::string caption(const Layout& layout);

}  // namespace tcviz
