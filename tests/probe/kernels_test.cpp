// The catalogue's facts against the fragments that mma.h declares, as the kernels were compiled with them.
#include <gtest/gtest.h>

#include "gpu/layout/kind.hpp"
#include "gpu/source/probe/wmma_kernels.hpp"

namespace tcviz {
namespace {

TEST(Kernels, EveryKindHasOneAndItsSizesAreThoseOfTheFragment) {
  for (const Kind& kind : catalogue(Family::Wmma)) {
    const KernelRow* row = find_kernels(kind.id);
    ASSERT_NE(row, nullptr) << kind.id;
    EXPECT_EQ(row->values, kind.values) << kind.id;
    EXPECT_EQ(row->rows, kind.rows()) << kind.id;
    EXPECT_EQ(row->cols, kind.cols()) << kind.id;
  }
}

TEST(Kernels, NoKernelIsOfAnUnknownKind) {
  EXPECT_EQ(wmma_kernels_sm75().size() + wmma_kernels_sm80().size(), catalogue(Family::Wmma).size());
}

}  // namespace
}  // namespace tcviz
