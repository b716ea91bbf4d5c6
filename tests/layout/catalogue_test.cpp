#include <gtest/gtest.h>

#include <map>
#include <set>

#include "gpu/layout/kind.hpp"

namespace tcviz {
namespace {

// The numbers follow from the manual's tables of shapes and types. mma: 6 of quad pairs; of the 29 pairs of a shape and
// a type an A and a B each; 19 accumulators. mma.sp: 16 pairs, 10 accumulators, and of every pair as many metadata as
// its selector has values. wgmma: 8 types of A; accumulators of 32 widths twice, of 18 once.
TEST(Catalogue, HasEveryKindOnce) {
  const std::map<Family, std::size_t> counts{
      {Family::Wmma, 75},      {Family::Mma, 6 + 2 * 29 + 19}, {Family::SparseMma, 2 * 16 + 10 + 32},
      {Family::Ldmatrix, 6},   {Family::Stmatrix, 6},          {Family::Movmatrix, 2},
      {Family::Wgmma, 8 + 82}, {Family::SparseWgmma, 7 + 10},  {Family::Sgemm, 2}};
  std::set<std::string_view> ids;
  for (const Kind& kind : catalogue()) ids.insert(kind.id);
  EXPECT_EQ(catalogue().size(), 355u);
  EXPECT_EQ(ids.size(), 355u);
  EXPECT_EQ(all_families().size(), counts.size());
  for (const Family family : all_families()) {
    EXPECT_EQ(catalogue(family).size(), counts.at(family)) << name_of(family);
    for (const Kind& kind : catalogue(family)) EXPECT_EQ(kind.family, family) << kind.id;
  }
}

TEST(Catalogue, IdsSayWhatTheRowsSay) {
  for (const Kind& kind : catalogue()) {
    EXPECT_EQ(compose_id(kind), kind.id);
    EXPECT_EQ(find_kind(kind.id), &kind);
  }
  for (const char* id :
       {"mma.m16n8k16.a.bf16", "mma.m8n8k4.a.f64", "mma.m8n8k4.b.f16.col", "mma.sp.m16n8k32.e.f16.sel1",
        "ldmatrix.m8n8.x4.trans.b16", "stmatrix.m8n8.x2.b16", "movmatrix.m8n8.trans.b16.d", "wgmma.m64n128.acc.f32",
        "wgmma.m64k16.a.f16", "wgmma.sp.m64k32.e.f16.sel0"})
    EXPECT_NE(find_kind(id), nullptr) << id;
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
  for (const Kind& kind : catalogue(Family::Wmma)) {
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
    if (kind.operand == Operand::Metadata) continue;
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

// Of metadata, as many lanes of a group of four are read as it takes to hold two rows' indices.
TEST(Catalogue, MetadataFillTheLanesThatAreRead) {
  std::map<std::string, int> selectors;
  for (const Kind& kind : catalogue()) {
    EXPECT_EQ(kind.selector >= 0, kind.operand == Operand::Metadata) << kind.id;
    if (kind.selector < 0) continue;
    EXPECT_EQ(kind.bits(), 2);
    EXPECT_EQ(kind.values, 16);
    ++selectors[std::string(kind.id.substr(0, kind.id.rfind('.')))];
  }
  for (const auto& [id, count] : selectors) {
    const Kind& kind = *find_kind(id + ".sel0");
    EXPECT_EQ(kind.rows() * kind.cols() * count, kind.threads * kind.values) << id;
  }
}

TEST(Catalogue, StackedMatrices) {
  const auto size = [](const char* id) { return std::pair(find_kind(id)->rows(), find_kind(id)->cols()); };
  EXPECT_EQ(size("mma.m8n8k4.a.f16.row"), std::pair(32, 4));
  EXPECT_EQ(size("mma.m8n8k4.b.f16.col"), std::pair(4, 32));
  EXPECT_EQ(size("mma.m8n8k4.acc.f32"), std::pair(32, 8));
  EXPECT_EQ(size("ldmatrix.m8n8.x4.b16"), std::pair(32, 8));
  EXPECT_EQ(size("mma.sp.m16n8k32.a.f16"), std::pair(16, 16));  // packed
  EXPECT_EQ(size("wgmma.m64n256.acc.f32"), std::pair(64, 256));
}

// Versions: PTX ISA, the notes of each instruction.
TEST(Catalogue, SinceWhichPtx) {
  for (const Kind& kind : catalogue()) EXPECT_EQ(kind.since_ptx == 0, kind.family == Family::Sgemm) << kind.id;
  EXPECT_EQ(find_kind("wmma.m16n16k16.acc.f32")->since_ptx, 60);
  EXPECT_EQ(find_kind("mma.m8n8k4.acc.f32")->since_ptx, 64);
  EXPECT_EQ(find_kind("mma.m16n8k16.a.f16")->since, 80);
  EXPECT_EQ(find_kind("mma.m16n8k32.a.e4m3")->since_ptx, 84);
  EXPECT_EQ(find_kind("mma.m16n8k32.a.e4m3")->since, 89);
  EXPECT_TRUE(find_kind("wgmma.m64n8.acc.f16")->one_generation);
}

TEST(Catalogue, FirstAndLastCapabilities) {
  EXPECT_EQ(find_kind("wmma.m16n16k16.acc.f32")->since, 70);
  EXPECT_EQ(find_kind("wmma.m8n32k16.b.u8.col")->since, 72);
  EXPECT_EQ(find_kind("wmma.m8n8k128.a.b1.row")->since, 75);
  EXPECT_EQ(find_kind("wmma.m16n16k8.a.tf32.row")->since, 80);
  for (const Kind& kind : catalogue()) {
    const bool shape = kind.shape == Shape{8, 8, 32} || kind.shape == Shape{8, 8, 128};
    const bool experimental = shape && kind.family == Family::Wmma;
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
                                        {ElementType::S32, 32}, {ElementType::B1, 1},    {ElementType::E4M3, 8},
                                        {ElementType::E5M2, 8}, {ElementType::B16, 16}};
  for (const auto& [type, expected] : bits) EXPECT_EQ(element_bits(type), expected) << name_of(type);
}

}  // namespace
}  // namespace tcviz
