// Computes how a kernel divides a product: the rectangle of C of each block, warp and fragment, and the parts of A and
// B that are read in each phase over K. Pure arithmetic, the same as in the text of the kernels; a CPU executor follows
// it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gpu/run/gemm/gemm.hpp"

namespace tcviz::inline gpu_gemm {

struct TileRect {
  int row = 0, col = 0, rows = 0, cols = 0;
  bool contains(int r, int c) const { return r >= row && r < row + rows && c >= col && c < col + cols; }
  friend bool operator==(const TileRect&, const TileRect&) = default;
};

// A piece of C: the part of a fragment, or in kernels without fragments of a lane. `piece` is its number in the warp;
// fragments are counted row by row.
struct TilePlace {
  int block_row = 0, block_col = 0, warp = 0, piece = 0;
  friend bool operator==(const TilePlace&, const TilePlace&) = default;
};

// The tiling of one kernel for one shape.
class GemmTiling {
 public:
  // Returns the tiling of a kernel. Returns none if the row has no kernel of ours (cuBLAS, whose tiling is not known)
  // or the architecture cannot execute it.
  static std::optional<GemmTiling> of(const GemmKernel& kernel, ComputeCapability capability, const GemmShape& shape);

  const GemmShape& shape() const { return shape_; }
  const GemmShape& padded() const { return padded_; }  // padded to whole tiles
  const GemmTiles& tiles() const { return tiles_; }
  bool has_fragments() const { return fragments_; }
  int blocks_down() const { return padded_.m / tiles_.m; }
  int blocks_across() const { return padded_.n / tiles_.n; }
  // Returns the number of warps of a block that multiply.
  int warps() const { return (tiles_.threads - tiles_.copiers) / 32; }
  // Returns the number of pieces of a warp.
  int pieces() const;
  // Returns the k of a phase. A block loads a stage at once, tiles().k of K, and multiplies a phase at once: 16 of K
  // with fragments, a whole stage without.
  int phase_k() const { return fragments_ ? 16 : tiles_.k; }
  int phases() const { return padded_.k / phase_k(); }
  int stages() const { return padded_.k / tiles_.k; }
  int stage_of(int phase) const { return phase * phase_k() / tiles_.k; }

  // Returns rectangles of C, including the padding; they do not overlap.
  TileRect block(const TilePlace& place) const;
  std::vector<TileRect> warp(const TilePlace& place) const;
  std::vector<TileRect> piece(const TilePlace& place) const;
  // Returns the piece that contains an element of C; `row` and `col` may be in the padding.
  TilePlace place_of(int row, int col) const;

  // Returns the parts of A and of B that a piece reads in a phase.
  std::vector<TileRect> reads_a(const TilePlace& place, int phase) const;
  std::vector<TileRect> reads_b(const TilePlace& place, int phase) const;
  // Returns the parts of A and B that the block loads for the stage of a phase.
  TileRect fetches_a(const TilePlace& place, int phase) const;
  TileRect fetches_b(const TilePlace& place, int phase) const;

 private:
  GemmTiling(const GemmShape& shape, const GemmTiles& tiles);
  // Returns the number of separate parts of a thread in each direction.
  int halves() const { return !fragments_ && tiles_.warp_m > 1 ? 2 : 1; }

  GemmShape shape_, padded_;
  GemmTiles tiles_;
  bool fragments_ = true;
};

// Returns a phase as text: "phase 4 of 64: warp (1,0) of block (0,2) multiplies A[64..79, 48..63] by B[48..63, 0..15]";
// phases count from 1.
std::string tell_phase(const GemmTiling& tiling, const TilePlace& place, int phase);

}  // namespace tcviz::inline gpu_gemm
