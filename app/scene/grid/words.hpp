// The words around a grid, the same in pictures, text and Markdown. Knows layouts; knows nothing of positions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

// The quantities that the rows and columns of a kind's matrix count: m and k for A, k and n for B, m and n for the
// accumulator.
struct AxisNames {
  std::string_view row, col;  // "m", "n"; "row", "column" if the kind is not in the catalogue
  bool known = false;         // the kind is in the catalogue: the names are letters
};
AxisNames axis_names(std::string_view kind);

std::string_view grid_title(Channel channel);  // "Thread tid", "Register x[i]"
// Returns the title of the grid of values, with the register of each: "Value x[i] in R[i/2]".
std::string value_title(const Layout& layout);
// Returns the thread that gives the address of a row, for ldmatrix and stmatrix.
std::optional<int> address_of_row(const Layout& layout, int row);
std::string operand_title(std::string_view kind);  // "A  f16 row", "Accumulator  f32"; else the id
// Returns "B  f16" for the B that multiplies this A of a wgmma.
std::string shared_title(std::string_view a);
// Returns "16×16 · 32 threads · 8 values · each element once".
std::string caption(const Layout& layout);

// The difference between the sides of a comparison: the kinds if these differ, else the sources with their devices,
// else all that is known of them.
struct SideNames {
  std::string left, right;
};
SideNames side_names(const Layout& left, const Layout& right);
// Returns the name of a side in large type: "V100 sm_70", the product and the architecture; the kind if neither is
// known.
std::string product_name(const Layout& layout);
std::string comparison_title(const Layout& left, const Layout& right);
std::string comparison_description(const Layout& left, const Layout& right);

// Returns "wmma.m16n16k16  A f16 row × B f16 col = accumulator f32", with the ids of kinds that are not in the
// catalogue. The layouts are those of a product.
std::string product_title(SceneLayouts layouts);
std::string product_description(SceneLayouts layouts);
// Returns a line for each of A, B, accumulator and metadata: "A: 16×16 · 32 threads · ...", and the packing of a sparse
// A.
std::vector<std::string> product_captions(SceneLayouts layouts);
// Returns "T0..T3, T16..T19": the threads that own elements of this part of a layout.
std::string threads_of(const Layout& layout, Element first, Element last);

}  // namespace tcviz::inline app_scene
