#include <gtest/gtest.h>

#include <map>
#include <set>

#include "gpu/layout/kind.hpp"

namespace tcviz {
namespace {

TEST(Catalogue, HasEveryKindOnce) {
  std::set<std::string_view> ids;
  for (const Kind& kind : catalogue()) ids.insert(kind.id);
  EXPECT_EQ(catalogue().size(), 77u);
  EXPECT_EQ(ids.size(), 77u);
  EXPECT_EQ(catalogue(Family::Wmma).size(), 75u);
  EXPECT_EQ(catalogue(Family::Sgemm).size(), 2u);
  for (const Family family : {Family::Wmma, Family::Sgemm})
    for (const Kind& kind : catalogue(family)) EXPECT_EQ(kind.family, family) << kind.id;
}

TEST(Catalogue, IdsSayWhatTheRowsSay) {
  for (const Kind& kind : catalogue()) {
    EXPECT_EQ(compose_id(kind), kind.id);
    EXPECT_EQ(find_kind(kind.id), &kind);
  }
  EXPECT_EQ(find_kind("wmma.m16n16k16.acc.fp32"), nullptr);
  EXPECT_EQ(find_kind(""), nullptr);
}

// The CUDA C++ Programming Guide's table "Element Types and Matrix Sizes" in numbers of kinds for each element type: an
// A and a B for each legal order and shape, and an accumulator for each shape.
TEST(Catalogue, CountsOfTypes) {
  std::map<std::string_view, int> operands, accumulators;
  for (const Kind& kind : catalogue(Family::Wmma))
    ++(kind.operand == Operand::Accumulator ? accumulators : operands)[name_of(kind.type)];
  EXPECT_EQ(operands, (std::map<std::string_view, int>{{"f16", 12},
                                                       {"bf16", 12},
                                                       {"s8", 12},
                                                       {"u8", 12},
                                                       {"tf32", 4},
                                                       {"f64", 4},
                                                       {"s4", 2},
                                                       {"u4", 2},
                                                       {"b1", 2}}));
  EXPECT_EQ(accumulators, (std::map<std::string_view, int>{{"f16", 3}, {"f32", 4}, {"s32", 5}, {"f64", 1}}));
}

TEST(Catalogue, OperandsOfOneProductFit) {
  for (const Kind& kind : catalogue()) {
    const bool a = kind.operand == Operand::A, b = kind.operand == Operand::B;
    EXPECT_EQ(kind.rows(), b ? kind.shape.k : kind.shape.m) << kind.id;
    EXPECT_EQ(kind.cols(), a ? kind.shape.k : kind.shape.n) << kind.id;
    EXPECT_EQ(kind.order == MemoryOrder::None, !a && !b) << kind.id;
  }
  const Kind& tall = *find_kind("wmma.m32n8k16.a.f16.row");
  EXPECT_EQ(tall.rows(), 32);
  EXPECT_EQ(tall.cols(), 16);
  const Kind& b = *find_kind("wmma.m32n8k16.b.f16.row");
  EXPECT_EQ(b.rows(), 16);
  EXPECT_EQ(b.cols(), 8);
}

// A fragment has room for every element a whole number of times; exactly the f16 operands smaller than 32 x 16 have
// room for more than one copy: eight of them.
TEST(Catalogue, RoomForEveryElement) {
  int with_copies = 0;
  for (const Kind& kind : catalogue()) {
    const int slots = kind.threads * kind.values, elements = kind.rows() * kind.cols();
    EXPECT_GE(slots, elements) << kind.id;
    EXPECT_EQ(slots % elements, 0) << kind.id;
    if (slots == elements) continue;
    ++with_copies;
    EXPECT_EQ(name_of(kind.type), "f16") << kind.id;
    EXPECT_EQ(slots / elements, elements == 256 ? 2 : 4) << kind.id;
  }
  EXPECT_EQ(with_copies, 8);
}

TEST(Catalogue, FirstAndLastCapabilities) {
  EXPECT_EQ(find_kind("wmma.m16n16k16.acc.f32")->since, 70);
  EXPECT_EQ(find_kind("wmma.m8n32k16.b.u8.col")->since, 72);
  EXPECT_EQ(find_kind("wmma.m8n8k128.a.b1.row")->since, 75);
  EXPECT_EQ(find_kind("wmma.m16n16k8.a.tf32.row")->since, 80);
  for (const Kind& kind : catalogue()) {
    const bool experimental = kind.shape == Shape{8, 8, 32} || kind.shape == Shape{8, 8, 128};
    EXPECT_EQ(kind.native_until.has_value(), experimental) << kind.id;
  }
  EXPECT_EQ(find_kind("wmma.m8n8k32.a.s4.row")->native_until, 89);
  EXPECT_EQ(find_kind("wmma.m8n8k128.b.b1.col")->native_until, 90);
  EXPECT_EQ(find_kind("sgemm64.c")->since, 50);  // Maxwell
}

TEST(Catalogue, BitsOfTypes) {
  const std::map<ElementType, int> bits{{ElementType::F16, 16}, {ElementType::BF16, 16}, {ElementType::TF32, 32},
                                        {ElementType::F32, 32}, {ElementType::F64, 64},  {ElementType::S8, 8},
                                        {ElementType::U8, 8},   {ElementType::S4, 4},    {ElementType::U4, 4},
                                        {ElementType::S32, 32}, {ElementType::B1, 1}};
  for (const auto& [type, expected] : bits) EXPECT_EQ(element_bits(type), expected) << name_of(type);
}

}  // namespace
}  // namespace tcviz
