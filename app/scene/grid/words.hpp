// The texts around a grid (axis names, titles, captions), the same in pictures, plain text and Markdown.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

// The names of the row and column index of a kind's matrix: m and k for A, k and n for B, m and n for the accumulator.
struct AxisNames {
  std::string_view row, col;  // "m", "n"; "row", "column" if the kind is not in the catalogue
  bool known = false;         // the kind is in the catalogue, so the names are letters
};
AxisNames axis_names(std::string_view kind);

std::string_view grid_title(Channel channel);  // "Thread tid", "Register x[i]"
// Returns the title of the grid of value numbers, with the register of each: "Value x[i] in R[i/2]".
std::string value_title(const Layout& layout);
// Returns the thread that provides the address of a row, for ldmatrix and stmatrix; none for other kinds.
std::optional<int> address_of_row(const Layout& layout, int row);
std::string operand_title(std::string_view kind);  // "A  f16 row", "Accumulator  f32"; else the id
// Returns the title of the B that belongs to the A of kind `a` of a wgmma: "B  f16".
std::string shared_title(std::string_view a);
// Returns the sizes of a layout: "16×16 · 32 threads · 8 values · each element once".
std::string caption(const Layout& layout);

// Names that tell the two sides of a comparison apart: the kinds if these differ, else the sources with their devices,
// else the whole provenance.
struct SideNames {
  std::string left, right;
};
SideNames side_names(const Layout& left, const Layout& right);
// Returns a short name for the origin of a layout, "V100 sm_70" (GPU and architecture); the kind if neither is known.
std::string product_name(const Layout& layout);
std::string comparison_title(const Layout& left, const Layout& right);
std::string comparison_description(const Layout& left, const Layout& right);

// Returns the title of a product, "wmma.m16n16k16  A f16 row × B f16 col = accumulator f32"; uses the ids of kinds that
// are not in the catalogue. `layouts` must be those of a product.
std::string product_title(SceneLayouts layouts);
std::string product_description(SceneLayouts layouts);
// Returns a caption for each of A, B, accumulator and metadata: "A: 16×16 · 32 threads · ...", with the packing of a
// sparse A.
std::vector<std::string> product_captions(SceneLayouts layouts);
// Returns the threads that own elements from `first` to `last`: "T0..T3, T16..T19".
std::string threads_of(const Layout& layout, Element first, Element last);

}  // namespace tcviz::inline app_scene
