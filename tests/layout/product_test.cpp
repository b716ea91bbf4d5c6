// Which fragments multiply, against the tables of the PTX manual ("wmma.mma"): equal shapes, and a type of A and B that
// gives the accumulator's.
#include <gtest/gtest.h>

#include "gpu/layout/product.hpp"

namespace tcviz {
namespace {

TEST(Product, OfEveryKindHasItInItsPlace) {
  for (const Kind& kind : catalogue(Family::Wmma)) {
    const std::optional<Product> product = product_of(kind.id);
    ASSERT_TRUE(product) << kind.id;
    const std::string& own = kind.operand == Operand::A   ? product->a
                             : kind.operand == Operand::B ? product->b
                                                          : product->accumulator;
    EXPECT_EQ(own, kind.id);
  }
}

TEST(Product, HasSidesThatFit) {
  for (const Kind& kind : catalogue(Family::Wmma)) {
    const Product product = product_of(kind.id).value();
    const Kind* a = find_kind(product.a);
    const Kind* b = find_kind(product.b);
    const Kind* c = find_kind(product.accumulator);
    ASSERT_TRUE(a != nullptr && b != nullptr && c != nullptr) << kind.id;
    EXPECT_EQ(a->type, b->type);
    EXPECT_EQ(a->cols(), b->rows());
    EXPECT_EQ(a->rows(), c->rows());
    EXPECT_EQ(b->cols(), c->cols());
  }
}

TEST(Product, PrefersTheCustomaryPartners) {
  const Product expected{"wmma.m16n16k16.a.f16.row", "wmma.m16n16k16.b.f16.col", "wmma.m16n16k16.acc.f32"};
  EXPECT_EQ(product_of("wmma.m16n16k16.acc.f32"), expected);
  EXPECT_EQ(product_of("wmma.m16n16k16.a.f16.row"), expected);
  EXPECT_EQ(product_of("wmma.m16n16k16.acc.f16")->a, "wmma.m16n16k16.a.f16.row");
  EXPECT_EQ(product_of("wmma.m8n8k128.acc.s32")->b, "wmma.m8n8k128.b.b1.col");
}

TEST(Product, OfAnUnknownKindIsNone) { EXPECT_EQ(product_of("sgemm.m1.c"), std::nullopt); }

TEST(Product, OfAKernelsTileIsNone) {
  for (const Kind& kind : catalogue(Family::Sgemm)) EXPECT_EQ(product_of(kind.id), std::nullopt) << kind.id;
}

}  // namespace
}  // namespace tcviz
