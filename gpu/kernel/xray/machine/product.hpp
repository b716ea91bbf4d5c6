// One matrix product of a warp or a warpgroup: the elements that its registers hold, their numbers and their labels.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {

struct TileElement {
  int warp = 0, lane = 0;     // `warp` is counted from the first warp of the tile
  std::int32_t reg = -1;      // -1, and lane -1: from shared memory
  std::uint64_t address = 0;  // in shared memory
};

// The elements of a matrix, row by row.
struct LabelledTile {
  int rows = 0, cols = 0;
  std::vector<double> values;
  std::vector<Label> labels;
  std::vector<TileElement> owners;
  std::vector<double> sums;            // of a product, kept for its memory
  const XrayStep* owned_in = nullptr;  // the instruction of one warp whose registers `owners` names
  int first_warp = 0;

  void resize(int m, int n) {
    rows = m, cols = n;
    values.assign(static_cast<std::size_t>(m) * n, 0);
    labels.assign(values.size(), 0);
    owners.resize(values.size());
  }
  std::size_t at(int row, int col) const { return static_cast<std::size_t>(row) * cols + col; }
};

// The parts of a tensor-core instruction, found once for each place of the program.
struct MatrixPlan {
  ElementType a_type = ElementType::F16, b_type = ElementType::F16, c_type = ElementType::F32,
              d_type = ElementType::F32;
  const Layout *a = nullptr, *b = nullptr, *c = nullptr, *d = nullptr;
  LabelledTile tile_a, tile_b, tile_c;  // kept for their memory
};

// Copies registers to elements (gather) and back (scatter). `argument` is the vector of registers of one thread.
// `first_thread` is the first thread of the warp in a layout of a warpgroup; gather makes the tile anew if it is 0.
void gather(const StepContext& context, std::size_t argument, const Layout& layout, ElementType type,
            LabelledTile& into, int first_thread = 0);
void scatter(const StepContext& context, std::size_t argument, const Layout& layout, ElementType type,
             const LabelledTile& from, int first_thread = 0);

// Returns the register of the value `i` of a fragment whose values have `bits` bits.
std::int32_t register_of(const StepContext& context, std::size_t argument, int i, int bits);

// Computes d = a b + c. `d` may be `c`.
void multiply_tiles(StepContext& context, const LabelledTile& a, const LabelledTile& b, const LabelledTile& c,
                    ElementType format, LabelledTile& d);

// Logs those parts of a product that a path asks for: `c` is the result, in the registers of `argument`.
void log_products(const StepContext& context, const Layout& layout, ElementType type, const LabelledTile& a,
                  const LabelledTile& b, const LabelledTile& c, int first_thread = 0);

}  // namespace tcviz::inline gpu_xray
