// Which fragments multiply, against the tables of the PTX manual ("wmma.mma"): equal shapes, and a type of A and B that
// gives the accumulator's.
#include <gtest/gtest.h>

#include <set>

#include "gpu/layout/instruction.hpp"
#include "gpu/layout/kind_search.hpp"
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

const std::string& part_of(const Product& product, Operand operand) {
  if (operand == Operand::A) return product.a;
  if (operand == Operand::B) return product.b;
  return operand == Operand::Metadata ? product.metadata : product.accumulator;
}

// A column of a packed A stands for two of k; the four products of quad pairs lie one below the other in A and in the
// accumulator, side by side in B.
TEST(Product, OfEveryInstructionsKindFits) {
  int tried = 0;
  for (const Kind& kind : catalogue()) {
    const bool moves = kind.operand > Operand::Metadata || kind.family == Family::Movmatrix;
    if (moves || kind.family == Family::Sgemm) continue;
    const std::optional<Product> product = product_of(kind.id);
    ASSERT_TRUE(product) << kind.id;
    EXPECT_EQ(part_of(*product, kind.operand), kind.id);
    const Kind *a = find_kind(product->a), *b = find_kind(product->b), *c = find_kind(product->accumulator);
    const Kind* e = find_kind(product->metadata);
    ASSERT_TRUE(a != nullptr && c != nullptr) << kind.id;
    EXPECT_EQ(a->rows(), c->rows()) << kind.id;
    EXPECT_EQ(b == nullptr, kind.threads == 128) << kind.id;
    EXPECT_EQ(e != nullptr, a->is_sparse()) << kind.id;
    if (b != nullptr) {
      EXPECT_EQ(b->type, a->type);
      EXPECT_EQ(b->rows(), a->cols() * (a->is_sparse() ? 2 : 1)) << kind.id;
      EXPECT_EQ(b->cols(), c->cols() * a->stack) << kind.id;
    }
    if (e != nullptr) {
      EXPECT_EQ(e->type, a->type);
      EXPECT_EQ(e->rows(), a->rows()) << kind.id;
      EXPECT_EQ(e->shape, a->shape);
      EXPECT_TRUE(kind.operand == Operand::Metadata || e->selector == 0) << kind.id;
    }
    ++tried;
  }
  EXPECT_GT(tried, 300);
}

TEST(Product, OfWarpgroupsHasNoBInRegisters) {
  const Product dense{"wgmma.m64k16.a.f16", "", "wgmma.m64n128.acc.f32"};
  EXPECT_EQ(product_of("wgmma.m64n128.acc.f32"), dense);
  EXPECT_EQ(dense.ids(), (std::vector<std::string>{"wgmma.m64k16.a.f16", "wgmma.m64n128.acc.f32"}));
  const Product sparse{"wgmma.sp.m64k16.a.tf32", "", "wgmma.m64n16.acc.f32", "wgmma.sp.m64k16.e.tf32.sel1"};
  EXPECT_EQ(product_of("wgmma.sp.m64k16.e.tf32.sel1"), sparse);
}

std::vector<Product> searched(std::string_view text) { return products_of(search_kinds(text).kinds); }

TEST(Product, OfAnInstructionsOperandsIsOne) {
  const Product dense{"mma.m16n8k16.a.f16", "mma.m16n8k16.b.f16", "mma.m16n8k16.acc.f32"};
  EXPECT_EQ(searched("HMMA.16816.F32"), std::vector{dense});
  EXPECT_EQ(searched("SM80_16x8x16_F32F16F16F32_TN"), std::vector{dense});
  const Product deep{"wgmma.m64k16.a.f16", "", "wgmma.m64n128.acc.f32"};
  EXPECT_EQ(searched("wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16"), std::vector{deep});
  const Product sparse{"mma.sp.m16n8k32.a.f16", "mma.sp.m16n8k32.b.f16", "mma.sp.m16n8k32.acc.f32",
                       "mma.sp.m16n8k32.e.f16.sel0"};
  EXPECT_EQ(searched("mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32"), std::vector{sparse});
  EXPECT_GT(searched("mma.m16n8k16").size(), 3u);
  EXPECT_TRUE(searched("ldmatrix x4").empty());
}

// What a question of several products offers leads to the product that it stands for.
TEST(Product, IsFoundAgainByTheNameOfItsInstruction) {
  std::set<std::string> names;
  for (const Kind& kind : catalogue()) {
    const std::optional<Product> product = product_of(kind.id);
    if (!product) continue;
    const std::string name = instruction_of(*product);
    if (!names.insert(name).second) continue;
    const std::vector<Product> found = searched(name);
    ASSERT_EQ(found.size(), 1u) << name;
    EXPECT_EQ(instruction_of(found.front()), name);
    EXPECT_EQ(found.front().accumulator, product->accumulator) << name;
    EXPECT_EQ(found.front().a, product->a) << name;
  }
  EXPECT_GT(names.size(), 150u);
}

TEST(Product, OfAnUnknownKindIsNone) { EXPECT_EQ(product_of("sgemm.m1.c"), std::nullopt); }

TEST(Product, OfAKernelsTileIsNone) {
  for (const Kind& kind : catalogue(Family::Sgemm)) EXPECT_EQ(product_of(kind.id), std::nullopt) << kind.id;
}

}  // namespace
}  // namespace tcviz
