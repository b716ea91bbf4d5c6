// Inside the journey: the place of an element in its tile, and the hops of each part of the way as they are written.
#pragma once

#include "gpu/smem/journey.hpp"

namespace tcviz::inline gpu_smem {

inline constexpr int operand_bytes = 2;  // of f16
inline constexpr int copy_bytes = 16;    // of cp.async, ldmatrix and a chunk of a swizzle

struct JourneyRoute {
  const JourneyPreset& preset;
  const LayoutOf& layout_of;
  Journey journey;

  // The fields for elements of A and B.
  bool is_a = true;
  std::int64_t outer = 0, k = 0;     // outer: m of A or n of B
  int tile_row = 0, tile_col = 0;    // outer and k in the tile that is copied
  std::int64_t step = 0, block = 0;  // counted along k, and along m or n
  OperandImage image = {};           // the tile in shared memory

  int tile_rows() const { return is_a ? preset.block_m : preset.block_n; }
  std::string_view matrix() const { return is_a ? "A" : "B"; }
  std::string_view outer_name() const { return is_a ? "m" : "n"; }
  void add(Hop hop) { journey.hops.push_back(std::move(hop)); }
  // Returns a sketch of A or B: the whole matrix, the tile of this block and step, and the element.
  MatrixSketch operand_sketch() const;
};

// Returns the layout's owner of an element; an error if the kind is not known or too small.
Result<Slot> slot_in(const JourneyRoute& route, std::string_view kind, int row, int col);
HopView layout_view(std::string_view kind, int row, int col);
HopView image_view(const OperandImage& image, int row, int col);

// Returns the bytes of shared memory that a stage of both operands takes; the tile of D lies behind all stages.
std::int64_t stage_bytes(const JourneyPreset& preset);

// Adds the hops from global memory to the registers of the product, or to the memory that its descriptor reads.
void start_operand(JourneyRoute& route);
Status add_copy(JourneyRoute& route);
Status add_ldmatrix(JourneyRoute& route);
Status add_descriptor(JourneyRoute& route);

// Adds the hops of the product and of what follows it.
Status add_product(JourneyRoute& route);
Status add_result(JourneyRoute& route);

}  // namespace tcviz::inline gpu_smem
