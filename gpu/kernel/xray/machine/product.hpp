// Computes one matrix product of a warp or a warpgroup, on numbers and on labels: copies fragments from registers to
// matrices, multiplies, and copies the result back.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {

// The place that holds an element of a matrix.
struct TileElement {
  int warp = 0, lane = 0;
  std::int32_t reg = -1;      // -1 (lane is -1 too): the element is in shared memory
  std::uint64_t address = 0;  // offset in shared memory
};

// A matrix with numbers and labels, row by row.
struct LabelledTile {
  int rows = 0, cols = 0;
  std::vector<double> values;
  std::vector<Label> labels;
  std::vector<TileElement> owners;
  std::vector<double> sums;            // scratch memory of multiply_tiles
  const XrayStep* owned_in = nullptr;  // the instruction for whose registers `owners` is valid; null: for none
  int first_warp = 0;                  // first warp of the warpgroup

  void resize(int m, int n) {
    rows = m, cols = n;
    values.assign(static_cast<std::size_t>(m) * n, 0);
    labels.assign(values.size(), 0);
    owners.resize(values.size());
  }
  std::size_t at(int row, int col) const { return static_cast<std::size_t>(row) * cols + col; }
};

// The types and layouts of a tensor-core instruction, looked up once for each instruction of the program.
struct MatrixPlan {
  ElementType a_type = ElementType::F16, b_type = ElementType::F16, c_type = ElementType::F32,
              d_type = ElementType::F32;
  const Layout *a = nullptr, *b = nullptr, *c = nullptr, *d = nullptr;
  LabelledTile tile_a, tile_b, tile_c;  // kept to reuse their memory
};

// Copies the registers of a fragment to the elements of a matrix (gather) and back (scatter). `argument` is the number
// of the argument that lists the registers of one thread. `first_thread` is the thread of `layout`, which may be that
// of a warpgroup, that lane 0 of this warp is; at 0, gather resizes the matrix.
void gather(const StepContext& context, std::size_t argument, const Layout& layout, ElementType type,
            LabelledTile& into, int first_thread = 0);
void scatter(const StepContext& context, std::size_t argument, const Layout& layout, ElementType type,
             const LabelledTile& from, int first_thread = 0);

// Returns the register that holds value `i` of a fragment whose values have `bits` bits.
std::int32_t register_of(const StepContext& context, std::size_t argument, int i, int bits);

// Computes d = a b + c, numbers and labels. `d` may be `c`.
void multiply_tiles(StepContext& context, const LabelledTile& a, const LabelledTile& b, const LabelledTile& c,
                    ElementType format, LabelledTile& d);

// Adds those multiplications of a product to the path log that the user's path needs. `c` is the result, which is in
// the registers of `argument`.
void log_products(const StepContext& context, const Layout& layout, ElementType type, const LabelledTile& a,
                  const LabelledTile& b, const LabelledTile& c, int first_thread = 0);

}  // namespace tcviz::inline gpu_xray
