// The way a kernel cuts a product: the rectangle of C that belongs to each block, warp and fragment, and the parts of A
// and B that are read in each phase over K. Pure arithmetic, the same as in the kernels' own text; a CPU executor walks
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

// A piece of C. `piece` counts those of a warp, row by row, in kernels with fragments, and the lanes of a warp in
// others.
struct TilePlace {
  int block_row = 0, block_col = 0, warp = 0, piece = 0;
  friend bool operator==(const TilePlace&, const TilePlace&) = default;
};

class GemmTiling {
 public:
  // Returns none if the row has no kernel of its own (cuBLAS, whose cuts are not known) or the architecture cannot run
  // it.
  static std::optional<GemmTiling> of(const GemmKernel& kernel, ComputeCapability capability, const GemmShape& shape);

  const GemmShape& shape() const { return shape_; }
  const GemmShape& padded() const { return padded_; }  // padded to whole tiles
  const GemmTiles& tiles() const { return tiles_; }
  bool has_fragments() const { return fragments_; }
  int blocks_down() const { return padded_.m / tiles_.m; }
  int blocks_across() const { return padded_.n / tiles_.n; }
  int warps() const { return (tiles_.threads - tiles_.copiers) / 32; }  // those that multiply
  int pieces() const;                                                   // the pieces of a warp
  // Returns sizes and numbers of phases and stages. A block fetches a stage at once: tiles().k of K. It multiplies a
  // phase at once: 16 of K with fragments, a whole stage without.
  int phase_k() const { return fragments_ ? 16 : tiles_.k; }
  int phases() const { return padded_.k / phase_k(); }
  int stages() const { return padded_.k / tiles_.k; }
  int stage_of(int phase) const { return phase * phase_k() / tiles_.k; }

  // Returns rectangles of C, padding included. Disjoint.
  TileRect block(const TilePlace& place) const;
  std::vector<TileRect> warp(const TilePlace& place) const;
  std::vector<TileRect> piece(const TilePlace& place) const;
  // Returns the place that has an element of C; `row` and `col` may lie in the padding.
  TilePlace place_of(int row, int col) const;

  // Returns the parts of A and of B that a piece reads in a phase.
  std::vector<TileRect> reads_a(const TilePlace& place, int phase) const;
  std::vector<TileRect> reads_b(const TilePlace& place, int phase) const;
  // Returns the parts that its block fetches for the stage of that phase.
  TileRect fetches_a(const TilePlace& place, int phase) const;
  TileRect fetches_b(const TilePlace& place, int phase) const;

 private:
  GemmTiling(const GemmShape& shape, const GemmTiles& tiles);
  int halves() const { return !fragments_ && tiles_.warp_m > 1 ? 2 : 1; }  // of a thread's part, moved apart

  GemmShape shape_, padded_;
  GemmTiles tiles_;
  bool fragments_ = true;
};

// Returns "phase 4 of 64: warp (1,0) of block (0,2) multiplies A[64..79, 48..63] by B[48..63, 0..15]"; phases count
// from 1.
std::string tell_phase(const GemmTiling& tiling, const TilePlace& place, int phase);

}  // namespace tcviz::inline gpu_gemm
