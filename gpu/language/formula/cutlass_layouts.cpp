// The layouts that CUTLASS's traits state, a row each: (thread, value) layouts as shape:stride, and the kinds that they
// describe. The figures are those of NVIDIA/cutlass, include/cute/atom, at the commit that a row's document names.
#include <algorithm>

#include "gpu/language/formula/published_formulae.hpp"

namespace tcviz::inline gpu_formula {
namespace {

// The order in which the layout's index counts.
enum class CuteUnit : std::uint8_t {
  MbyK,      // m + M * k, of accumulators m + M * n
  NbyK,      // n + N * k
  PairMbyK,  // the same for one of the four products of quad pairs, whose eight threads are numbered by themselves
  PairNbyK,
  PairsOfK,  // m + M * k of the sparse matrix: a packed element, or an index of the metadata, stands for two k
  Bits,      // bits of the rows in memory
};

struct CuteStatement {
  std::string_view document, name, layout, kinds;
  CuteUnit unit;
  std::string_view note = "";
};

constexpr std::string_view sm70_traits = "CUTLASS, mma_traits_sm70.hpp, commit 2f589ff";
constexpr std::string_view sm75_traits = "CUTLASS, mma_traits_sm75.hpp, commit 56e011a";
constexpr std::string_view sm80_traits = "CUTLASS, mma_traits_sm80.hpp, commit 468e0ea";
constexpr std::string_view sm80_other_traits = "CUTLASS, mma_traits_sm80.hpp, commit c735bc2";
constexpr std::string_view sm89_traits = "CUTLASS, mma_traits_sm89.hpp, commit 2b5e8f2";
constexpr std::string_view sm90_traits = "CUTLASS, mma_traits_sm90.hpp, commit 8c69ea3";
constexpr std::string_view gmma_traits = "CUTLASS, mma_traits_sm90_gmma.hpp, commit 082a375";
constexpr std::string_view gmma_more_traits = "CUTLASS, mma_traits_sm90_gmma_ext.hpp, commit 56e011a";
constexpr std::string_view gmma_sparse_a_traits =
    "CUTLASS, mma_traits_sm90_gmma.hpp, commit 3ba2854 of a copy, reoLantern/cutlass";
constexpr std::string_view gmma_sparse_traits = "CUTLASS, mma_traits_sm90_gmma_sparse.hpp, commit 044405c";
constexpr std::string_view copy75_traits = "CUTLASS, copy_traits_sm75.hpp, commit 474c1fd";
constexpr std::string_view copy90_traits = "CUTLASS, copy_traits_sm90.hpp, commit 8c69ea3";

constexpr std::string_view nested_note =
    "The strides are nested once more than the shape, which CuTe's layouts do not allow: it cannot be read.";
constexpr std::string_view other_commit_note = "Commit 468e0ea of the same file states other layouts.";
constexpr std::string_view moved_note =
    "Source and destination have the same map here, although the instruction transposes. Held against coordinates of "
    "the "
    "source, in which the destinations of LDSM_T are stated.";

using enum CuteUnit;

// clang-format off
constexpr CuteStatement cute_statements[] = {
    {sm70_traits, "SM70_8x8x4_F16F16F16F16_TN, ALayout", "(8,4):(1,8)",
     "mma.m8n8k4.a.f16.row", PairMbyK},
    {sm70_traits, "SM70_8x8x4_F16F16F16F16_TN, BLayout", "(8,4):(1,8)",
     "mma.m8n8k4.b.f16.col", PairNbyK},
    {sm70_traits, "SM70_8x8x4_F16F16F16F16_NT, ALayout", "((4,2),4):((8,4),1)",
     "mma.m8n8k4.a.f16.col", PairMbyK},
    {sm70_traits, "SM70_8x8x4_F16F16F16F16_NT, BLayout", "((4,2),4):((8,4),1)",
     "mma.m8n8k4.b.f16.row", PairNbyK},
    {sm70_traits, "SM70_8x8x4_F16F16F16F16_TN, CLayout", "(8,8):(1,8)",
     "mma.m8n8k4.acc.f16", PairMbyK},
    {sm70_traits, "SM70_8x8x4_F32F16F16F32_TN, CLayout", "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))",
     "mma.m8n8k4.acc.f32", PairMbyK},
    {sm75_traits, "SM75_16x8x8_F32F16F16F32_TN, ALayout", "((4,8),(2,2)):((32,1),(16,8))",
     "mma.m16n8k8.a.f16", MbyK},
    {sm75_traits, "SM75_16x8x8_F32F16F16F32_TN, BLayout", "((4,8),2):((16,1),8)",
     "mma.m16n8k8.b.f16", NbyK},
    {sm75_traits, "SM75_16x8x8_F32F16F16F32_TN, CLayout", "((4,8),(2,2)):((32,1),(16,8))",
     "mma.m16n8k8.acc.f32", MbyK},
    {sm75_traits, "SM75_8x8x16_S32S8S8S32_TN, ALayout", "((4,8),4):((32,1),8)",
     "mma.m8n8k16.a.s8", MbyK},
    {sm75_traits, "SM75_8x8x16_S32S8S8S32_TN, BLayout", "((4,8),4):((32,1),8)",
     "mma.m8n8k16.b.s8", NbyK},
    {sm75_traits, "SM75_8x8x16_S32S8S8S32_TN, CLayout", "((4,8),2):((16,1),8)",
     "mma.m8n8k16.acc.s32", MbyK},
    {sm80_traits, "SM80_16x8x8_F16F16F16F16_TN, ALayout", "((4,8),(2,2)):((32,1),(16,8))",
     "mma.m16n8k8.a.f16 mma.m16n8k8.a.bf16", MbyK},
    {sm80_traits, "SM80_16x8x8_F16F16F16F16_TN, BLayout", "((4,8),2):((16,1),8)",
     "mma.m16n8k8.b.f16 mma.m16n8k8.b.bf16", NbyK},
    {sm80_traits, "SM80_16x8x8_F16F16F16F16_TN, CLayout", "((4,8),(2,2)):((32,1),(16,8))",
     "mma.m16n8k8.acc.f16 mma.m16n8k8.acc.f32", MbyK},
    {sm80_traits, "SM80_16x8x16_F16F16F16F16_TN, ALayout", "((4,8),(2,2,2)):((32,1),(16,8,128))",
     "mma.m16n8k16.a.f16 mma.m16n8k16.a.bf16", MbyK},
    {sm80_traits, "SM80_16x8x16_F16F16F16F16_TN, BLayout", "((4,8),(2,2)):((16,1),(8,64))",
     "mma.m16n8k16.b.f16 mma.m16n8k16.b.bf16", NbyK},
    {sm80_traits, "SM80_16x8x16_F16F16F16F16_TN, CLayout", "((4,8),(2,2)):((32,1),(16,8))",
     "mma.m16n8k16.acc.f16 mma.m16n8k16.acc.f32", MbyK},
    {sm80_traits, "SM80_16x8x4_F32TF32TF32F32_TN, ALayout", "((4,8),2):((16,1),8)",
     "mma.m16n8k4.a.tf32", MbyK},
    {sm80_traits, "SM80_16x8x4_F32TF32TF32F32_TN, BLayout", "((4,8),1):((8,1),0)",
     "mma.m16n8k4.b.tf32", NbyK},
    {sm80_traits, "SM80_16x8x4_F32TF32TF32F32_TN, CLayout", "((4,8),(2,2)):((32,1),(16,8))",
     "mma.m16n8k4.acc.f32", MbyK},
    {sm80_traits, "SM80_16x8x8_F32TF32TF32F32_TN, ALayout", "((4,8),(2,2)):((16,1),(8,64))",
     "mma.m16n8k8.a.tf32", MbyK},
    {sm80_traits, "SM80_16x8x8_F32TF32TF32F32_TN, BLayout", "((4,8),2):((8,1),32)",
     "mma.m16n8k8.b.tf32", NbyK},
    {sm80_traits, "SM80_16x8x8_F32TF32TF32F32_TN, CLayout", "((4,8),(2,2)):((32,1),(16,8))",
     "mma.m16n8k8.acc.f32", MbyK},
    {sm80_traits, "SM80_8x8x4_F64F64F64F64_TN, ALayout", "((4,8),1):((8,1),0)",
     "mma.m8n8k4.a.f64", MbyK},
    {sm80_traits, "SM80_8x8x4_F64F64F64F64_TN, BLayout", "((4,8),1):((8,1),0)",
     "mma.m8n8k4.b.f64", NbyK},
    {sm80_traits, "SM80_8x8x4_F64F64F64F64_TN, CLayout", "((4,8),2):((16,1),8)",
     "mma.m8n8k4.acc.f64", MbyK},
    {sm80_traits, "SM80_8x8x16_S32S8S8S32_TN, ALayout", "((4,8),4):((32,1),8)",
     "mma.m8n8k16.a.s8 mma.m8n8k16.a.u8", MbyK},
    {sm80_traits, "SM80_8x8x16_S32S8S8S32_TN, BLayout", "((4,8),4):((32,1),8)",
     "mma.m8n8k16.b.s8 mma.m8n8k16.b.u8", NbyK},
    {sm80_traits, "SM80_8x8x16_S32S8S8S32_TN, CLayout", "((4,8),2):((16,1),8)",
     "mma.m8n8k16.acc.s32", MbyK},
    {sm80_traits, "SM80_16x8x16_S32S8S8S32_TN, ALayout", "((4,8),(4,2)):((64,1),(16,8))",
     "mma.m16n8k16.a.s8 mma.m16n8k16.a.u8", MbyK},
    {sm80_traits, "SM80_16x8x16_S32S8S8S32_TN, BLayout", "((4,8),4):((32,1),8)",
     "mma.m16n8k16.b.s8 mma.m16n8k16.b.u8", NbyK},
    {sm80_traits, "SM80_16x8x16_S32S8S8S32_TN, CLayout", "((4,8),(2,2)):((32,1),(16,8))",
     "mma.m16n8k16.acc.s32", MbyK},
    {sm80_traits, "SM80_16x8x32_S32S8S8S32_TN, ALayout", "((4,8),(4,2,2)):((64,1),(16,8,256))",
     "mma.m16n8k32.a.s8 mma.m16n8k32.a.u8", MbyK},
    {sm80_traits, "SM80_16x8x32_S32S8S8S32_TN, BLayout", "((4,8),(4,2)):((32,1),(8,128))",
     "mma.m16n8k32.b.s8 mma.m16n8k32.b.u8", NbyK},
    {sm80_traits, "SM80_16x8x32_S32S8S8S32_TN, CLayout", "((4,8),(2,2)):((32,1),(16,8))",
     "mma.m16n8k32.acc.s32", MbyK},
    {sm80_traits, "SM80_16x8x256_S32U1U1S32_TN_XORPOPC, ALayout", "((4,8),(32,2,2)):((512,1),(16,8,2048))",
     "mma.m16n8k256.a.b1", MbyK},
    {sm80_traits, "SM80_16x8x256_S32U1U1S32_TN_XORPOPC, BLayout", "((4,8),(32,2)):((256,1),(8,1024))",
     "mma.m16n8k256.b.b1", NbyK},
    {sm80_traits, "SM80_16x8x256_S32U1U1S32_TN_XORPOPC, CLayout", "((4,8),(2,2)):((32,1),(16,8))",
     "mma.m16n8k256.acc.s32", MbyK},
    {sm80_traits, "SM80_8x8x128_S32U1U1S32_TN_XORPOPC, ALayout", "((4,8),32):((256,1),8)",
     "mma.m8n8k128.a.b1", MbyK},
    {sm80_traits, "SM80_8x8x128_S32U1U1S32_TN_XORPOPC, BLayout", "((4,8),32):((256,1),8)",
     "mma.m8n8k128.b.b1", NbyK},
    {sm80_traits, "SM80_8x8x128_S32U1U1S32_TN_XORPOPC, CLayout", "((4,8),2):((16,1),8)",
     "mma.m8n8k128.acc.s32", MbyK},
    {sm80_traits, "SM80_16x8x128_S32U1U1S32_TN_XORPOPC, ALayout", "((4,8),(32,2)):((512,1),((16,8)))",
     "mma.m16n8k128.a.b1", MbyK, nested_note},
    {sm80_traits, "SM80_16x8x128_S32U1U1S32_TN_XORPOPC, BLayout", "((4,8),32):((256,1),8)",
     "mma.m16n8k128.b.b1", NbyK},
    {sm80_traits, "SM80_16x8x128_S32U1U1S32_TN_XORPOPC, CLayout", "((4,8),(2,2)):((32,1),(16,8))",
     "mma.m16n8k128.acc.s32", MbyK},
    {sm80_other_traits, "SM80_16x8x256_S32U1U1S32_TN_XORPOPC, ALayout, other commit",
     "(32,(8,4,2,2)):(64,(64,16,8,2048))",
     "mma.m16n8k256.a.b1", MbyK, other_commit_note},
    {sm80_other_traits, "SM80_16x8x256_S32U1U1S32_TN_XORPOPC, BLayout, other commit", "(32,(32,2)):(32,(1,1024))",
     "mma.m16n8k256.b.b1", NbyK, other_commit_note},
    {sm89_traits, "SM89_16x8x32_F32E4M3E4M3F32_TN, ALayout", "((4,8),(4,2,2)):((64,1),(16,8,256))",
     "mma.m16n8k32.a.e4m3 mma.m16n8k32.a.e5m2", MbyK},
    {sm89_traits, "SM89_16x8x32_F32E4M3E4M3F32_TN, BLayout", "((4,8),(4,2)):((32,1),(8,128))",
     "mma.m16n8k32.b.e4m3 mma.m16n8k32.b.e5m2", NbyK},
    {sm89_traits, "SM89_16x8x32_F32E4M3E4M3F32_TN, CLayout", "((4,8),(2,2)):((32,1),(16,8))",
     "mma.m16n8k32.acc.f32", MbyK},
    {sm90_traits, "SM90_16x8x4_F64F64F64F64_TN, ALayout", "((4,8),2):((16,1),8)",
     "mma.m16n8k4.a.f64", MbyK},
    {sm90_traits, "SM90_16x8x4_F64F64F64F64_TN, BLayout", "((4,8),1):((8,1),0)",
     "mma.m16n8k4.b.f64", NbyK},
    {sm90_traits, "SM90_16x8x4_F64F64F64F64_TN, CLayout", "((4,8),(2,2)):((32,1),(16,8))",
     "mma.m16n8k4.acc.f64", MbyK},
    {sm90_traits, "SM90_16x8x8_F64F64F64F64_TN, ALayout", "((4,8),(2,2)):((16,1),(8,64))",
     "mma.m16n8k8.a.f64", MbyK},
    {sm90_traits, "SM90_16x8x8_F64F64F64F64_TN, BLayout", "((4,8),2):((8,1),32)",
     "mma.m16n8k8.b.f64", NbyK},
    {sm90_traits, "SM90_16x8x8_F64F64F64F64_TN, CLayout", "((4,8),(2,2)):((32,1),(16,8))",
     "mma.m16n8k8.acc.f64", MbyK},
    {sm90_traits, "SM90_16x8x16_F64F64F64F64_TN, ALayout", "((4,8),(2,4)):((16,1),(8,64))",
     "mma.m16n8k16.a.f64", MbyK},
    {sm90_traits, "SM90_16x8x16_F64F64F64F64_TN, BLayout", "((4,8),4):((8,1),32)",
     "mma.m16n8k16.b.f64", NbyK},
    {sm90_traits, "SM90_16x8x16_F64F64F64F64_TN, CLayout", "((4,8),(2,2)):((32,1),(16,8))",
     "mma.m16n8k16.acc.f64", MbyK},
    {gmma_traits, "CLayout_64x8", "((4,8,4),(2,2)):((128,1,16),(64,8))",
     "wgmma.m64n8.acc.f16 wgmma.m64n8.acc.f32 wgmma.m64n8.acc.s32", MbyK},
    {gmma_traits, "CLayout_64x16", "((4,8,4),(2,2,2)):((128,1,16),(64,8,512))",
     "wgmma.m64n16.acc.f16 wgmma.m64n16.acc.f32 wgmma.m64n16.acc.s32", MbyK},
    {gmma_more_traits, "CLayout_64x24", "((4,8,4),(2,2,3)):((128,1,16),(64,8,512))",
     "wgmma.m64n24.acc.f16 wgmma.m64n24.acc.f32 wgmma.m64n24.acc.s32", MbyK},
    {gmma_traits, "CLayout_64x32", "((4,8,4),(2,2,4)):((128,1,16),(64,8,512))",
     "wgmma.m64n32.acc.f16 wgmma.m64n32.acc.f32 wgmma.m64n32.acc.s32", MbyK},
    {gmma_more_traits, "CLayout_64x40", "((4,8,4),(2,2,5)):((128,1,16),(64,8,512))",
     "wgmma.m64n40.acc.f16 wgmma.m64n40.acc.f32", MbyK},
    {gmma_more_traits, "CLayout_64x48", "((4,8,4),(2,2,6)):((128,1,16),(64,8,512))",
     "wgmma.m64n48.acc.f16 wgmma.m64n48.acc.f32 wgmma.m64n48.acc.s32", MbyK},
    {gmma_more_traits, "CLayout_64x56", "((4,8,4),(2,2,7)):((128,1,16),(64,8,512))",
     "wgmma.m64n56.acc.f16 wgmma.m64n56.acc.f32", MbyK},
    {gmma_traits, "CLayout_64x64", "((4,8,4),(2,2,8)):((128,1,16),(64,8,512))",
     "wgmma.m64n64.acc.f16 wgmma.m64n64.acc.f32 wgmma.m64n64.acc.s32", MbyK},
    {gmma_more_traits, "CLayout_64x72", "((4,8,4),(2,2,9)):((128,1,16),(64,8,512))",
     "wgmma.m64n72.acc.f16 wgmma.m64n72.acc.f32", MbyK},
    {gmma_more_traits, "CLayout_64x80", "((4,8,4),(2,2,10)):((128,1,16),(64,8,512))",
     "wgmma.m64n80.acc.f16 wgmma.m64n80.acc.f32 wgmma.m64n80.acc.s32", MbyK},
    {gmma_more_traits, "CLayout_64x88", "((4,8,4),(2,2,11)):((128,1,16),(64,8,512))",
     "wgmma.m64n88.acc.f16 wgmma.m64n88.acc.f32", MbyK},
    {gmma_traits, "CLayout_64x96", "((4,8,4),(2,2,12)):((128,1,16),(64,8,512))",
     "wgmma.m64n96.acc.f16 wgmma.m64n96.acc.f32 wgmma.m64n96.acc.s32", MbyK},
    {gmma_more_traits, "CLayout_64x104", "((4,8,4),(2,2,13)):((128,1,16),(64,8,512))",
     "wgmma.m64n104.acc.f16 wgmma.m64n104.acc.f32", MbyK},
    {gmma_more_traits, "CLayout_64x112", "((4,8,4),(2,2,14)):((128,1,16),(64,8,512))",
     "wgmma.m64n112.acc.f16 wgmma.m64n112.acc.f32 wgmma.m64n112.acc.s32", MbyK},
    {gmma_more_traits, "CLayout_64x120", "((4,8,4),(2,2,15)):((128,1,16),(64,8,512))",
     "wgmma.m64n120.acc.f16 wgmma.m64n120.acc.f32", MbyK},
    {gmma_traits, "CLayout_64x128", "((4,8,4),(2,2,16)):((128,1,16),(64,8,512))",
     "wgmma.m64n128.acc.f16 wgmma.m64n128.acc.f32 wgmma.m64n128.acc.s32", MbyK},
    {gmma_more_traits, "CLayout_64x136", "((4,8,4),(2,2,17)):((128,1,16),(64,8,512))",
     "wgmma.m64n136.acc.f16 wgmma.m64n136.acc.f32", MbyK},
    {gmma_more_traits, "CLayout_64x144", "((4,8,4),(2,2,18)):((128,1,16),(64,8,512))",
     "wgmma.m64n144.acc.f16 wgmma.m64n144.acc.f32 wgmma.m64n144.acc.s32", MbyK},
    {gmma_more_traits, "CLayout_64x152", "((4,8,4),(2,2,19)):((128,1,16),(64,8,512))",
     "wgmma.m64n152.acc.f16 wgmma.m64n152.acc.f32", MbyK},
    {gmma_more_traits, "CLayout_64x160", "((4,8,4),(2,2,20)):((128,1,16),(64,8,512))",
     "wgmma.m64n160.acc.f16 wgmma.m64n160.acc.f32 wgmma.m64n160.acc.s32", MbyK},
    {gmma_more_traits, "CLayout_64x168", "((4,8,4),(2,2,21)):((128,1,16),(64,8,512))",
     "wgmma.m64n168.acc.f16 wgmma.m64n168.acc.f32", MbyK},
    {gmma_more_traits, "CLayout_64x176", "((4,8,4),(2,2,22)):((128,1,16),(64,8,512))",
     "wgmma.m64n176.acc.f16 wgmma.m64n176.acc.f32 wgmma.m64n176.acc.s32", MbyK},
    {gmma_more_traits, "CLayout_64x184", "((4,8,4),(2,2,23)):((128,1,16),(64,8,512))",
     "wgmma.m64n184.acc.f16 wgmma.m64n184.acc.f32", MbyK},
    {gmma_traits, "CLayout_64x192", "((4,8,4),(2,2,24)):((128,1,16),(64,8,512))",
     "wgmma.m64n192.acc.f16 wgmma.m64n192.acc.f32 wgmma.m64n192.acc.s32", MbyK},
    {gmma_more_traits, "CLayout_64x200", "((4,8,4),(2,2,25)):((128,1,16),(64,8,512))",
     "wgmma.m64n200.acc.f16 wgmma.m64n200.acc.f32", MbyK},
    {gmma_more_traits, "CLayout_64x208", "((4,8,4),(2,2,26)):((128,1,16),(64,8,512))",
     "wgmma.m64n208.acc.f16 wgmma.m64n208.acc.f32 wgmma.m64n208.acc.s32", MbyK},
    {gmma_more_traits, "CLayout_64x216", "((4,8,4),(2,2,27)):((128,1,16),(64,8,512))",
     "wgmma.m64n216.acc.f16 wgmma.m64n216.acc.f32", MbyK},
    {gmma_more_traits, "CLayout_64x224", "((4,8,4),(2,2,28)):((128,1,16),(64,8,512))",
     "wgmma.m64n224.acc.f16 wgmma.m64n224.acc.f32 wgmma.m64n224.acc.s32", MbyK},
    {gmma_more_traits, "CLayout_64x232", "((4,8,4),(2,2,29)):((128,1,16),(64,8,512))",
     "wgmma.m64n232.acc.f16 wgmma.m64n232.acc.f32", MbyK},
    {gmma_more_traits, "CLayout_64x240", "((4,8,4),(2,2,30)):((128,1,16),(64,8,512))",
     "wgmma.m64n240.acc.f16 wgmma.m64n240.acc.f32 wgmma.m64n240.acc.s32", MbyK},
    {gmma_more_traits, "CLayout_64x248", "((4,8,4),(2,2,31)):((128,1,16),(64,8,512))",
     "wgmma.m64n248.acc.f16 wgmma.m64n248.acc.f32", MbyK},
    {gmma_traits, "CLayout_64x256", "((4,8,4),(2,2,32)):((128,1,16),(64,8,512))",
     "wgmma.m64n256.acc.f16 wgmma.m64n256.acc.f32 wgmma.m64n256.acc.s32", MbyK},
    {gmma_traits, "ALayout_64x8", "((4,8,4),(2,2)):((64,1,16),(8,256))",
     "wgmma.m64k8.a.tf32", MbyK},
    {gmma_traits, "ALayout_64x16", "((4,8,4),(2,2,2)):((128,1,16),(64,8,512))",
     "wgmma.m64k16.a.f16 wgmma.m64k16.a.bf16", MbyK},
    {gmma_traits, "ALayout_64x32", "((4,8,4),(4,2,2)):((256,1,16),(64,8,1024))",
     "wgmma.m64k32.a.s8 wgmma.m64k32.a.u8 wgmma.m64k32.a.e4m3 wgmma.m64k32.a.e5m2", MbyK},
    {gmma_sparse_a_traits, "ALayout_64x16, sparse", "((4,8,4),(2,2,2)):((128,1,16),(64,8,512))",
     "wgmma.sp.m64k16.a.tf32", PairsOfK},
    {gmma_sparse_a_traits, "ALayout_64x32, sparse", "((4,8,4),(4,2,2)):((256,1,16),(64,8,1024))",
     "wgmma.sp.m64k32.a.f16 wgmma.sp.m64k32.a.bf16", PairsOfK},
    {gmma_sparse_a_traits, "ALayout_64x64, sparse", "((4,8,4),(8,2,2)):((512,1,16),(64,8,2048))",
     "wgmma.sp.m64k64.a.s8 wgmma.sp.m64k64.a.u8 wgmma.sp.m64k64.a.e4m3 wgmma.sp.m64k64.a.e5m2", PairsOfK},
    {gmma_sparse_traits, "ELayout_64x16", "((2,2,8,4),(8,2)):((512,0,1,16),(64,8))",
     "wgmma.sp.m64k16.e.tf32.sel0 wgmma.sp.m64k16.e.tf32.sel1", MbyK},
    {gmma_sparse_traits, "ELayout_64x32", "((2,2,8,4),(16,2)):((1024,0,1,16),(64,8))",
     "wgmma.sp.m64k32.e.f16.sel0 wgmma.sp.m64k32.e.f16.sel1 wgmma.sp.m64k32.e.bf16.sel0 "
     "wgmma.sp.m64k32.e.bf16.sel1", PairsOfK},
    {gmma_sparse_traits, "ELayout_64x64", "((2,2,8,4),(32)):((8,2048,1,16),(64))",
     "wgmma.sp.m64k64.e.s8.sel0 wgmma.sp.m64k64.e.u8.sel0 wgmma.sp.m64k64.e.e4m3.sel0 "
     "wgmma.sp.m64k64.e.e5m2.sel0", PairsOfK},
    {copy75_traits, "SM75_U32x1_LDSM_N, DstLayout", "(32,32):(32,1)",
     "ldmatrix.m8n8.x1.b16", Bits},
    {copy75_traits, "SM75_U32x2_LDSM_N, DstLayout", "(32,(32,2)):(32,(1,1024))",
     "ldmatrix.m8n8.x2.b16", Bits},
    {copy75_traits, "SM75_U32x4_LDSM_N, DstLayout", "(32,(32,4)):(32,(1,1024))",
     "ldmatrix.m8n8.x4.b16", Bits},
    {copy75_traits, "SM75_U16x2_LDSM_T, DstLayout", "((4,8),(16,2)):((256,16),(1,128))",
     "ldmatrix.m8n8.x1.trans.b16", Bits},
    {copy75_traits, "SM75_U16x4_LDSM_T, DstLayout", "((4,8),(16,2,2)):((256,16),(1,128,1024))",
     "ldmatrix.m8n8.x2.trans.b16", Bits},
    {copy75_traits, "SM75_U16x8_LDSM_T, DstLayout", "((4,8),(16,2,4)):((256,16),(1,128,1024))",
     "ldmatrix.m8n8.x4.trans.b16", Bits},
    {copy90_traits, "SM90_U32x1_STSM_N, SrcLayout", "(32,32):(32,1)",
     "stmatrix.m8n8.x1.b16", Bits},
    {copy90_traits, "SM90_U32x2_STSM_N, SrcLayout", "(32,(32,2)):(32,(1,1024))",
     "stmatrix.m8n8.x2.b16", Bits},
    {copy90_traits, "SM90_U32x4_STSM_N, SrcLayout", "(32,(32,4)):(32,(1,1024))",
     "stmatrix.m8n8.x4.b16", Bits},
    {copy90_traits, "SM90_U16x2_STSM_T, SrcLayout", "((4,8),(16,2)):((256,16),(1,128))",
     "stmatrix.m8n8.x1.trans.b16", Bits},
    {copy90_traits, "SM90_U16x4_STSM_T, SrcLayout", "((4,8),(16,2,2)):((256,16),(1,128,1024))",
     "stmatrix.m8n8.x2.trans.b16", Bits},
    {copy90_traits, "SM90_U16x8_STSM_T, SrcLayout", "((4,8),(16,2,4)):((256,16),(1,128,1024))",
     "stmatrix.m8n8.x4.trans.b16", Bits},
    {copy75_traits, "SM75_U32x1_MOVM_T, SrcLayout", "(32,32):(32,1)",
     "movmatrix.m8n8.trans.b16.a", Bits},
    {copy75_traits, "SM75_U32x1_MOVM_T, DstLayout", "(32,32):(32,1)",
     "movmatrix.m8n8.trans.b16.d", Bits, moved_note},
};
// clang-format on

PublishedFormula formula_of(const CuteStatement& statement, std::string_view kind) {
  PublishedFormula formula;
  formula.name = statement.name;
  formula.document = statement.document;
  formula.kind = kind;
  formula.architectures = "sm_90 ptx";
  formula.text = statement.layout;
  formula.note = statement.note;
  const CuteUnit unit = statement.unit;
  formula.view.convention = unit == NbyK || unit == PairNbyK || unit == Bits ? 1 : 0;
  formula.view.quad_pairs = unit == PairMbyK || unit == PairNbyK;
  formula.view.parts = unit == Bits ? 16 : unit == PairsOfK ? 2 : 1;
  return formula;
}

}  // namespace

std::vector<PublishedFormula> stated_by_cutlass() {
  std::vector<PublishedFormula> formulae;
  for (const CuteStatement& statement : cute_statements) {
    for (std::string_view rest = statement.kinds; !rest.empty();) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      formulae.push_back(formula_of(statement, rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return formulae;
}

}  // namespace tcviz::inline gpu_formula
