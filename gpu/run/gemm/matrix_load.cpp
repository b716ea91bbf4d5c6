#include "gpu/run/gemm/matrix_load.hpp"

#include <algorithm>

namespace tcviz::inline gpu_gemm {
namespace {

constexpr int warp = 32, side = 8;

// Returns the element of an 8x8 matrix that ldmatrix puts into half `half` of thread tid's register.
Element loaded(int tid, int half, bool transposed) {
  const int major = tid / 4, minor = tid % 4 * 2 + half;
  return transposed ? Element{minor, major} : Element{major, minor};
}

// Returns the beginning of the matrix of a register, if all threads hold of it the elements that ldmatrix gives them.
std::optional<Element> corner_of(const Layout& layout, int reg, bool transposed) {
  const auto first = layout.element({0, 2 * reg});
  if (!first) return std::nullopt;
  for (int tid = 0; tid < warp; ++tid) {
    for (int half = 0; half < 2; ++half) {
      const Element inside = loaded(tid, half, transposed);
      if (layout.element({tid, 2 * reg + half}) != Element{first->row + inside.row, first->col + inside.col})
        return std::nullopt;
    }
  }
  return first->row % side == 0 && first->col % side == 0 ? first : std::nullopt;
}

std::optional<MatrixLoad> matrix_load(const Layout& layout, bool transposed) {
  MatrixLoad load{transposed, {}, {}};
  std::size_t found = 0;
  for (int reg = 0; reg < layout.values() / 2; ++reg) {
    const auto corner = corner_of(layout, reg, transposed);
    if (!corner) return std::nullopt;
    const Element *const begin = load.corner.data(), *const end = begin + found;
    const Element* const same = std::find(begin, end, *corner);
    if (same == end && found == load.corner.size()) return std::nullopt;
    load.matrix.push_back(static_cast<int>(same - begin));
    if (same == end) load.corner[found++] = *corner;
  }
  return found == load.corner.size() ? std::optional(load) : std::nullopt;
}

}  // namespace

std::optional<MatrixLoad> matrix_load(const Layout& layout) {
  if (layout.element_bits() != 16 || layout.threads() != warp || layout.values() % 2 != 0) return std::nullopt;
  const auto plain = matrix_load(layout, false);
  return plain ? plain : matrix_load(layout, true);
}

}  // namespace tcviz::inline gpu_gemm
