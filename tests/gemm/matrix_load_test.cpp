// Which fragments one ldmatrix fills, and that it then fills them.
#include <gtest/gtest.h>

#include "gpu/run/gemm/matrix_load.hpp"
#include "tests/ops/all_layouts.hpp"

namespace tcviz {
namespace {

// By the PTX ISA's figure of ldmatrix: thread 5 gets, of matrix 2 of an .x4, the elements (1, 2) and (1, 3).
TEST(MatrixLoad, FillsEveryThreadAsThePtxIsaSays) {
  for (const char* kind : {"wmma.m16n16k16.a.f16.row", "wmma.m16n16k16.b.f16.row", "wmma.m16n16k16.a.f16.col",
                           "wmma.m16n16k16.b.f16.col", "wmma.m16n16k16.a.bf16.row"}) {
    SCOPED_TRACE(kind);
    const Layout layout = recorded(kind);
    const auto load = matrix_load(layout);
    ASSERT_TRUE(load);
    ASSERT_EQ(load->matrix.size(), static_cast<std::size_t>(layout.values()) / 2);
    for (int tid = 0; tid < 32; ++tid) {
      for (int i = 0; i < layout.values(); ++i) {
        const Element corner = load->corner.at(static_cast<std::size_t>(load->matrix[static_cast<std::size_t>(i / 2)]));
        const int quad = tid / 4, pair = tid % 4 * 2 + i % 2;
        const Element expected = load->transposed ? Element{corner.row + pair, corner.col + quad}
                                                  : Element{corner.row + quad, corner.col + pair};
        EXPECT_EQ(layout.element({tid, i}), expected) << tid << " " << i;
      }
    }
  }
}

// PTX ISA, "Matrix Fragments for mma.m16n8k16": A by rows, B by columns, so B by rows is loaded with .trans.
TEST(MatrixLoad, RowMajorAIsPlainAndRowMajorBTransposed) {
  const auto a = matrix_load(recorded("wmma.m16n16k16.a.f16.row"));
  const auto b = matrix_load(recorded("wmma.m16n16k16.b.f16.row"));
  ASSERT_TRUE(a && b);
  EXPECT_FALSE(a->transposed);
  EXPECT_TRUE(b->transposed);
  EXPECT_EQ(a->corner, (std::array<Element, 4>{{{0, 0}, {8, 0}, {0, 8}, {8, 8}}}));
}

TEST(MatrixLoad, OthersHaveNone) {
  for (const char* kind : {"wmma.m16n16k16.acc.f32", "wmma.m16n16k16.a.s8.row", "wmma.m8n8k4.a.f64.row"})
    EXPECT_FALSE(matrix_load(recorded(kind))) << kind;
  // Two elements exchanged.
  const Layout layout = recorded("wmma.m16n16k16.a.f16.row");
  std::vector<std::int32_t> map(layout.map().begin(), layout.map().end());
  for (std::int32_t& element : map) element = element == 3 ? 4 : element == 4 ? 3 : element;
  const auto changed = Layout::make({layout.kind(), layout.rows(), layout.cols(), layout.threads(), layout.values(),
                                     layout.element_bits(), layout.provenance(), map});
  ASSERT_TRUE(changed);
  EXPECT_FALSE(matrix_load(changed.value()));
}

}  // namespace
}  // namespace tcviz
