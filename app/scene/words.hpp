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
// "16×16 · 32 threads · 8 values · each element once".
std::string caption(const Layout& layout);

// What tells the sides of a comparison apart: the kinds where these differ, else the sources with their devices, else
// all that is known of them.
struct SideNames {
  std::string left, right;
};
SideNames side_names(const Layout& left, const Layout& right);
std::string comparison_title(const Layout& left, const Layout& right);
std::string comparison_description(const Layout& left, const Layout& right);

// "wmma.m16n16k16  A f16 row × B f16 col = accumulator f32"; the ids of kinds that are not in the catalogue.
std::string product_title(const Layout& a, const Layout& b, const Layout& accumulator);
std::string product_description(const Layout& a, const Layout& b, const Layout& accumulator);

}  // namespace tcviz
