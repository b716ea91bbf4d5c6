// What people type, and the kinds that they mean.
#include "gpu/layout/kind_search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <set>

#include "gpu/layout/instruction.hpp"

namespace tcviz {
namespace {

std::string ids(const KindAnswer& answer, std::size_t most = 6) {
  std::string text;
  for (const Kind* kind : answer.kinds) {
    if (most-- == 0) return text + " ...";
    text += (text.empty() ? "" : " ") + std::string(kind->id);
  }
  return text;
}

struct Typed {
  std::string_view text, kinds;
};

// Exactly these, in this order.
constexpr Typed exact[] = {
    {"mma.m16n8k16.a.bf16", "mma.m16n8k16.a.bf16"},
    {"wmma.m16n16k16.acc.f32", "wmma.m16n16k16.acc.f32"},
    // PTX
    {"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
     "mma.m16n8k16.a.bf16 mma.m16n8k16.b.bf16 mma.m16n8k16.acc.f32"},
    {"mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};",
     "mma.m16n8k16.a.f16 mma.m16n8k16.b.f16 mma.m16n8k16.acc.f16"},
    {"mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32", "mma.m16n8k32.a.u8 mma.m16n8k32.b.s8 mma.m16n8k32.acc.s32"},
    {"mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc",
     "mma.m16n8k256.a.b1 mma.m16n8k256.b.b1 mma.m16n8k256.acc.s32"},
    {"mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f32", "mma.m8n8k4.a.f16.col mma.m8n8k4.b.f16.row mma.m8n8k4.acc.f32"},
    {"mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32",
     "mma.sp.m16n8k32.a.f16 mma.sp.m16n8k32.b.f16 mma.sp.m16n8k32.e.f16.sel0 mma.sp.m16n8k32.e.f16.sel1 "
     "mma.sp.m16n8k32.acc.f32"},
    {"mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.s32.s8.s8.s32",
     "mma.sp.m16n8k64.a.s8 mma.sp.m16n8k64.b.s8 mma.sp.m16n8k64.e.s8.sel0 mma.sp.m16n8k64.acc.s32"},
    {"wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16", "wgmma.m64n128.acc.f32 wgmma.m64k16.a.f16"},
    {"wgmma.mma_async.sp.sync.aligned.m64n128k32.f32.f16.f16",
     "wgmma.m64n128.acc.f32 wgmma.sp.m64k32.a.f16 wgmma.sp.m64k32.e.f16.sel0 wgmma.sp.m64k32.e.f16.sel1"},
    {"ldmatrix.sync.aligned.m8n8.x4.shared.b16", "ldmatrix.m8n8.x4.b16"},
    {"ldmatrix.sync.aligned.m8n8.x4.trans.shared::cta.b16 {%0,%1,%2,%3}, [%4];", "ldmatrix.m8n8.x4.trans.b16"},
    {"stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1,%2};", "stmatrix.m8n8.x2.trans.b16"},
    {"movmatrix.sync.aligned.m8n8.trans.b16", "movmatrix.m8n8.trans.b16.a movmatrix.m8n8.trans.b16.d"},
    {"wmma.load.a.sync.aligned.row.m16n16k16.f16", "wmma.m16n16k16.a.f16.row"},
    {"wmma.store.d.sync.aligned.row.m16n16k16.f32", "wmma.m16n16k16.acc.f32"},
    {"wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32",
     "wmma.m16n16k16.a.f16.row wmma.m16n16k16.b.f16.col wmma.m16n16k16.acc.f32"},
    // machine code
    {"HMMA.16816.F32", "mma.m16n8k16.a.f16 mma.m16n8k16.b.f16 mma.m16n8k16.acc.f32"},
    {"HMMA.16816.F32.BF16", "mma.m16n8k16.a.bf16 mma.m16n8k16.b.bf16 mma.m16n8k16.acc.f32"},
    {"HMMA.1688.F32.TF32", "mma.m16n8k8.a.tf32 mma.m16n8k8.b.tf32 mma.m16n8k8.acc.f32"},
    {"IMMA.16832.S8.S8.SAT", "mma.m16n8k32.a.s8 mma.m16n8k32.b.s8 mma.m16n8k32.acc.s32"},
    {"DMMA.884", "mma.m8n8k4.a.f64 mma.m8n8k4.b.f64 mma.m8n8k4.acc.f64"},
    {"BMMA.88128.XOR.POPC", "mma.m8n8k128.a.b1 mma.m8n8k128.b.b1 mma.m8n8k128.acc.s32"},
    {"QMMA.16832.F32.E4M3.E5M2", "mma.m16n8k32.a.e4m3 mma.m16n8k32.b.e5m2 mma.m16n8k32.acc.f32"},
    {"HGMMA.64x128x16.F32", "wgmma.m64n128.acc.f32 wgmma.m64k16.a.f16"},
    {"LDSM.16.M88.4", "ldmatrix.m8n8.x4.b16"},
    {"LDSM.16.MT88.2", "ldmatrix.m8n8.x2.trans.b16"},
    {"LDSM.16.M88", "ldmatrix.m8n8.x1.b16"},
    {"STSM.16.M88.4", "stmatrix.m8n8.x4.b16"},
    {"MOVM.16.MT88", "movmatrix.m8n8.trans.b16.a movmatrix.m8n8.trans.b16.d"},
    // CUTLASS
    {"SM80_16x8x16_F32F16F16F32_TN", "mma.m16n8k16.a.f16 mma.m16n8k16.b.f16 mma.m16n8k16.acc.f32"},
    {"SM80_16x8x8_F32TF32TF32F32_TN", "mma.m16n8k8.a.tf32 mma.m16n8k8.b.tf32 mma.m16n8k8.acc.f32"},
    {"cute::SM70_8x8x4_F32F16F16F32_NT", "mma.m8n8k4.a.f16.col mma.m8n8k4.b.f16.row mma.m8n8k4.acc.f32"},
    {"SM80_16x8x256_S32U1U1S32_TN_XORPOPC", "mma.m16n8k256.a.b1 mma.m16n8k256.b.b1 mma.m16n8k256.acc.s32"},
    {"SM80_16x8x64_S32S4S4S32_TN_SATURATE", "mma.m16n8k64.a.s4 mma.m16n8k64.b.s4 mma.m16n8k64.acc.s32"},
    {"SM80_16x8x256_S32U1U1S32_TN_NORPOPC", ""},  // a word that nobody knows: no guess
    {"SM90_64x128x16_F32F16F16_SS", "wgmma.m64n128.acc.f32"},
    {"SM90_64x128x16_F32F16F16_RS", "wgmma.m64n128.acc.f32 wgmma.m64k16.a.f16"},
    {"SM90_64x64x8_F32TF32TF32_SS", "wgmma.m64n64.acc.f32"},
    {"SM90_64x128x16_F32F16F16_RS.A", "wgmma.m64k16.a.f16"},
    {"SM90_64x128x16_F32F16F16_SS.D", "wgmma.m64n128.acc.f32"},
    {"SM75_U32x4_LDSM_N", "ldmatrix.m8n8.x4.b16"},
    {"SM75_U16x8_LDSM_T", "ldmatrix.m8n8.x4.trans.b16"},
    {"SM90_U32x2_STSM_N", "stmatrix.m8n8.x2.b16"},
    // C++
    {"wmma::fragment<wmma::accumulator, 16, 16, 16, float>", "wmma.m16n16k16.acc.f32"},
    {"nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, half, nvcuda::wmma::row_major>",
     "wmma.m16n16k16.a.f16.row"},
    {"wmma::fragment<wmma::matrix_b, 8, 32, 16, unsigned char, wmma::col_major>", "wmma.m8n32k16.b.u8.col"},
    {"wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::col_major>", "wmma.m16n16k16.a.bf16.col"},
    {"wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major>", "wmma.m16n16k8.a.tf32.row"},
    // words
    {"ldmatrix x4 trans", "ldmatrix.m8n8.x4.trans.b16"},
    {"ldmatrix x4", "ldmatrix.m8n8.x4.b16 ldmatrix.m8n8.x4.trans.b16"},
    {"metadata m16n8k32 f16 sel1", "mma.sp.m16n8k32.e.f16.sel1"},
    {"acc f32 m32n8k16", "wmma.m32n8k16.acc.f32"},
    {"sgemm128", "sgemm128.c"},
    {"wgmma n128 accumulator float", "wgmma.m64n128.acc.f32"},
    {"mma m16n8k32 fp8 a", "mma.m16n8k32.a.e4m3 mma.m16n8k32.a.e5m2"},
    {"mma m16n8k32 float8_e4m3 a", "mma.m16n8k32.a.e4m3"},
    {"RTX 4090 m16n8k32 fp8 b", "mma.m16n8k32.b.e4m3 mma.m16n8k32.b.e5m2"},
    {"nvidia h200 wgmma k32 fp8 a", "wgmma.m64k32.a.e4m3 wgmma.m64k32.a.e5m2"},
    // nothing to go by, or words that nobody knows
    {"", ""},
    {"....", ""},
    {"sync aligned", ""},
    {"wmma.m16n16k16.acc.f33", ""},
    {"layout.svg", ""},
    {"mma m16n8k16 banana", ""},
    {"A100", ""},
    {"Blackwell", ""},
};

TEST(KindSearch, WhatPeopleType) {
  for (const Typed& row : exact) {
    const KindAnswer answer = search_kinds(row.text);
    EXPECT_EQ(ids(answer), row.kinds) << row.text;
    EXPECT_EQ(answer.missing, "") << row.text;
  }
}

// Many fit: the first ones.
TEST(KindSearch, BestFirst) {
  const auto first = [](std::string_view text) { return std::string(search_kinds(text).kinds.at(0)->id); };
  EXPECT_EQ(first("m16n8k16"), "mma.m16n8k16.a.f16");
  EXPECT_EQ(first("16816"), "mma.m16n8k16.a.f16");
  EXPECT_EQ(first("m16n16k16"), "wmma.m16n16k16.a.f16.row");
  EXPECT_EQ(first("m16n8k16 bf16"), "mma.m16n8k16.a.bf16");
  EXPECT_EQ(search_kinds("nvcuda::wmma::load_matrix_sync").kinds.size(), 75u);
  EXPECT_EQ(search_kinds("wgmma").kinds.size(), 90u);
  EXPECT_EQ(search_kinds("mma").kinds.size(), 83u);
  for (const Kind* kind : search_kinds("m16n8k16").kinds) EXPECT_NE(kind->family, Family::Wmma);
}

// A GPU, or its generation, narrows the choice to what it has.
TEST(KindSearch, GpusByName) {
  const auto families = [](std::string_view text) {
    std::set<Family> found;
    for (const Kind* kind : search_kinds(text).kinds) found.insert(kind->family);
    return found;
  };
  EXPECT_EQ(families("a100 tf32"), (std::set{Family::Wmma, Family::Mma, Family::SparseMma}));
  EXPECT_EQ(families("hopper tf32"),
            (std::set{Family::Wmma, Family::Mma, Family::SparseMma, Family::Wgmma, Family::SparseWgmma}));
  EXPECT_EQ(families("Tesla V100 f16 acc m8n8k4"), std::set{Family::Mma});
  EXPECT_EQ(search_kinds("T4 tf32").missing, "no such kind on sm_75: wmma.m16n16k8.a.tf32.row needs sm_80 or later.");
  EXPECT_THAT(search_kinds("volta wgmma").missing,
              testing::AllOf(testing::HasSubstr("on sm_70 or sm_72: wgmma."), testing::EndsWith("needs sm_90a.")));
  EXPECT_THAT(search_kinds("B200 wgmma").missing, testing::EndsWith("needs sm_90a."));
}

// Never a neighbour: a sentence with the section of the manual.
TEST(KindSearch, WhatThisVersionLacks) {
  constexpr Typed lacking[] = {
      {"tcgen05.mma.cta_group::1.kind::f16 [taddr], adesc, bdesc, idesc, p;", "9.7.16."},
      {"tcgen05.ld.sync.aligned.32x32b.x8.b32", "9.7.16."},
      {"SM100_MMA_F16BF16_SS", "9.7.16."},
      {"UTCHMMA", "9.7.16."},
      {"mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0", "9.7.14.3."},
      {"mma.sync.aligned.kind::mxf8f6f4.block_scale.m16n8k32.row.col.f32.e4m3.e4m3.f32.ue8m0", "9.7.14.3."},
      {"mma kind::mxf4", "9.7.14.3."},
      {"mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e3m2.e5m2.f32", "9.7.14.5.14."},
      {"SM120_16x8x32_TN", "9.7.14.5.14."},
      {"ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8", "9.7.14.5.15."},
      {"ldmatrix.sync.aligned.m8n16.x2.shared.b8x16.b4x16_p64", "9.7.14.5.15."},
      {"stmatrix.sync.aligned.m16n8.x1.trans.shared.b8", "9.7.14.5.16."},
  };
  for (const Typed& row : lacking) {
    const KindAnswer answer = search_kinds(row.text);
    EXPECT_TRUE(answer.kinds.empty()) << row.text << ": " << ids(answer);
    EXPECT_NE(answer.missing.find("not in this version"), std::string::npos) << row.text << ": " << answer.missing;
    EXPECT_NE(answer.missing.find(row.kinds), std::string::npos) << row.text << ": " << answer.missing;
  }
}

// What no assembler would take: a sentence that says why.
TEST(KindSearch, WhatNoInstructionIs) {
  constexpr Typed wrong[] = {
      {"wgmma.mma_async.sync.aligned.m64n100k16.f32.f16.f16", "n of 100"},
      {"wgmma.mma_async.sync.aligned.m64n264k16.f32.f16.f16", "n of 264"},
      {"wgmma m64n100", "n of 100"},
      {"HGMMA.64x100x16.F32", "n of 100"},
      {"SM90_64x100x16_F32F16F16_SS", "n of 100"},
      {"wgmma m128n64", "m of 128"},
      {"wgmma.mma_async.sync.aligned.m64n128k8.f32.f16.f16", "no k of 8: k is 16"},
      {"wgmma.mma_async.sp.sync.aligned.m64n128k16.f32.f16.f16", "wgmma.sp of f16 has no k of 16: k is 32"},
      {"mma.sync.aligned.m16n8k16.row.col.f32.s8.s8.f32", "products of s8 up in f32"},
      {"mma.sync.aligned.m16n8k16.row.col.f16.bf16.bf16.f16", "products of bf16 up in f16"},
      {"mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32", "f16 by bf16"},
      {"mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32", ".row.col"},
      {"mma.sync.aligned.m16n8k16.col.row.f32.f16.f16.f32", ".row.col"},
      {"SM90_64x128x16_F32F16F16_SS.B", "B of wgmma"},
      {"SM90_64x128x16_F32F16F16_RS.B", "B of wgmma"},
      {"SM90_64x128x16_F32F16F16_SS.A", "A of an SS"},
      {"wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.B", "B of wgmma"},
  };
  for (const Typed& row : wrong) {
    const KindAnswer answer = search_kinds(row.text);
    EXPECT_TRUE(answer.kinds.empty()) << row.text << ": " << ids(answer);
    EXPECT_NE(answer.missing.find(row.kinds), std::string::npos) << row.text << ": " << answer.missing;
    EXPECT_NE(answer.missing.find("PTX ISA, 9.7."), std::string::npos) << answer.missing;
  }
}

// Names of machine code say what is multiplied.
TEST(KindSearch, MachineCodeSaysItsTypes) {
  const auto all = [](std::string_view text, const std::vector<ElementType>& a, const std::vector<ElementType>& sums) {
    const KindAnswer answer = search_kinds(text);
    EXPECT_FALSE(answer.kinds.empty()) << text;
    for (const Kind* kind : answer.kinds) {
      const auto& legal = kind->operand == Operand::Accumulator ? sums : a;
      EXPECT_NE(std::ranges::find(legal, kind->type), legal.end()) << text << " " << kind->id;
    }
  };
  using enum ElementType;
  all("hmma", {F16, BF16, TF32}, {F16, F32});
  all("IMMA", {S8, U8, S4, U4}, {S32});
  all("BMMA", {B1}, {S32});
  all("QGMMA", {E4M3, E5M2}, {F16, F32});
  for (const Kind* kind : search_kinds("BMMA").kinds) EXPECT_GE(kind->shape.k, 128) << kind->id;
}

TEST(KindSearch, EveryKindByItsInstruction) {
  for (const Kind& kind : catalogue()) {
    EXPECT_EQ(ids(search_kinds(kind.id)), kind.id);
    if (kind.family == Family::Sgemm) continue;
    const std::string text = instruction_of(kind);
    const KindAnswer answer = search_kinds(text);
    const bool found = std::ranges::find(answer.kinds, &kind) != answer.kinds.end();
    EXPECT_TRUE(found) << kind.id << " by " << text << ": " << ids(answer);
    const bool any_width = text.find('N') != std::string::npos;
    EXPECT_TRUE(any_width ? answer.kinds.front()->operand != Operand::Accumulator : answer.kinds.size() <= 7) << text;
  }
}

TEST(KindSearch, Instructions) {
  const auto text = [](std::string_view id) { return instruction_of(*find_kind(id)); };
  EXPECT_EQ(text("mma.m16n8k16.a.bf16"), "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32");
  EXPECT_EQ(text("mma.m16n8k16.acc.f16"), "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16");
  EXPECT_EQ(text("mma.m16n8k4.acc.f32"), "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32");
  EXPECT_EQ(text("mma.m8n8k4.b.f16.row"), "mma.sync.aligned.m8n8k4.row.row.f32.f16.f16.f32");
  EXPECT_EQ(text("mma.m8n8k128.acc.s32"), "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc");
  EXPECT_EQ(text("mma.sp.m16n8k64.e.e4m3.sel0"), "mma.sp.sync.aligned.m16n8k64.row.col.f32.e4m3.e4m3.f32");
  EXPECT_EQ(text("wgmma.m64k256.a.b1"), "wgmma.mma_async.sync.aligned.m64nNk256.s32.b1.b1.and.popc");
  EXPECT_EQ(text("wgmma.m64n24.acc.s32"), "wgmma.mma_async.sync.aligned.m64n24k32.s32.s8.s8");
  EXPECT_EQ(text("wgmma.sp.m64k16.e.tf32.sel1"), "wgmma.mma_async.sp.sync.aligned.m64nNk16.f32.tf32.tf32");
  EXPECT_EQ(text("stmatrix.m8n8.x2.trans.b16"), "stmatrix.sync.aligned.m8n8.x2.trans.shared.b16");
  EXPECT_EQ(text("wmma.m16n16k16.acc.f32"), "wmma.load.c.sync.aligned.row.m16n16k16.f32");
  EXPECT_EQ(text("sgemm64.c"), "");
  EXPECT_EQ(first_architecture(*find_kind("wgmma.m64k16.a.f16")), "sm_90a");
  EXPECT_EQ(first_architecture(*find_kind("mma.m16n8k16.a.f16")), "sm_80");
  EXPECT_EQ(first_ptx(*find_kind("mma.m16n8k16.a.f16")), "7.0");
}

TEST(KindSearch, ThreadsThatGiveAddresses) {
  const Kind& two = *find_kind("ldmatrix.m8n8.x2.trans.b16");
  for (int row = 0; row < two.rows(); ++row) EXPECT_EQ(address_thread(two, row), row);
  EXPECT_EQ(address_thread(*find_kind("mma.m16n8k16.a.f16"), 0), std::nullopt);
}

TEST(KindSearch, AnythingMayBeTyped) {
  EXPECT_TRUE(search_kinds("\xff\xfe").kinds.empty());
  EXPECT_TRUE(search_kinds(std::string(100000, 'w')).kinds.empty());
  EXPECT_TRUE(search_kinds("m99999999999999999999n8k16").kinds.empty());
  EXPECT_TRUE(search_kinds("x x0 sel99 x99999 mma").kinds.empty());
  EXPECT_TRUE(search_kinds(std::string(300, '8') + " mma").kinds.empty());
}

// 0.2 ms of the processor a key stroke; measured without optimisation, too, hence the room.
TEST(KindSearch, IsQuick) {
  const std::clock_t start = std::clock();
  for (int round = 0; round < 20; ++round)
    for (const Typed& row : exact) search_kinds(row.text);
  const double took = 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  EXPECT_LT(took / (20.0 * std::size(exact)), 2.0);
}

}  // namespace
}  // namespace tcviz
