// The steps in which journey.cpp composes a journey: the position of the element in its tile, and the hops of each part
// of the journey. Internal to the journey.
#pragma once

#include "gpu/smem/journey.hpp"

namespace tcviz::inline gpu_smem {

inline constexpr int operand_bytes = 2;  // bytes of an element, f16
inline constexpr int copy_bytes = 16;    // bytes of a cp.async, of a row of ldmatrix, and of a chunk of a swizzle

// A journey while it is composed.
struct JourneyRoute {
  const JourneyPreset& preset;
  const LayoutOf& layout_of;
  Journey journey;

  // Fields for elements of A and B:
  bool is_a = true;
  std::int64_t outer = 0, k = 0;     // outer: index m in A or n in B
  int tile_row = 0, tile_col = 0;    // the element's outer and k in the copied tile
  std::int64_t step = 0, block = 0;  // numbers of the tile: step along k, block along m or n
  OperandImage image = {};           // the tile in shared memory

  int tile_rows() const { return is_a ? preset.block_m : preset.block_n; }
  std::string_view matrix() const { return is_a ? "A" : "B"; }
  std::string_view outer_name() const { return is_a ? "m" : "n"; }
  void add(Hop hop) { journey.hops.push_back(std::move(hop)); }
  // Returns a drawing of A or B: the whole matrix, the tile of this block and step, and the element.
  MatrixSketch operand_sketch() const;
};

// Returns a slot that owns an element in the layout of `kind`; an error if the kind is not known or too small.
Result<Slot> slot_in(const JourneyRoute& route, std::string_view kind, int row, int col);
HopView layout_view(std::string_view kind, int row, int col);
HopView image_view(const OperandImage& image, int row, int col);

// Returns the bytes of shared memory of one stage (tiles of A and B); the tile of D is after all stages.
std::int64_t stage_bytes(const JourneyPreset& preset);

// Adds the hops from global memory to the registers of the product, or to the shared memory that its descriptor names:
// start_operand() those of the position in the matrix, then a function for each further part.
void start_operand(JourneyRoute& route);
Status add_copy(JourneyRoute& route);
Status add_ldmatrix(JourneyRoute& route);
Status add_descriptor(JourneyRoute& route);

// Adds the hops of the product. add_result() adds those after it.
Status add_product(JourneyRoute& route);
Status add_result(JourneyRoute& route);

}  // namespace tcviz::inline gpu_smem
