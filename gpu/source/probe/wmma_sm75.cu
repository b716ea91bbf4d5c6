// WMMA kinds of compute capability 7.5 and later: f16, s8, u8 and the experimental s4, u4, b1.
#include <cuda_fp16.h>

#include <array>

#include "gpu/source/probe/wmma_kernels.cuh"

namespace tcviz::inline gpu_probe {
namespace {

using namespace wmma_probe;

namespace narrow = nvcuda::wmma::experimental::precision;

using Half16x16 = Products<16, 16, 16, __half, float>;
using HalfSum16x16 = Products<16, 16, 16, __half, __half>;
using Signed16x16 = Products<16, 16, 16, signed char, int>;
using Unsigned16x16 = Products<16, 16, 16, unsigned char, int>;
using Half32x8 = Products<32, 8, 16, __half, float>;
using HalfSum32x8 = Products<32, 8, 16, __half, __half>;
using Signed32x8 = Products<32, 8, 16, signed char, int>;
using Unsigned32x8 = Products<32, 8, 16, unsigned char, int>;
using Half8x32 = Products<8, 32, 16, __half, float>;
using HalfSum8x32 = Products<8, 32, 16, __half, __half>;
using Signed8x32 = Products<8, 32, 16, signed char, int>;
using Unsigned8x32 = Products<8, 32, 16, unsigned char, int>;
using SignedNibble = Products<8, 8, 32, narrow::s4, int>;
using UnsignedNibble = Products<8, 8, 32, narrow::u4, int>;
using Bit = Products<8, 8, 128, narrow::b1, int>;

constexpr std::array rows = {
    Half16x16::a_row("wmma.m16n16k16.a.f16.row"),
    Half16x16::a_col("wmma.m16n16k16.a.f16.col"),
    Half16x16::b_row("wmma.m16n16k16.b.f16.row"),
    Half16x16::b_col("wmma.m16n16k16.b.f16.col"),
    Half16x16::sum("wmma.m16n16k16.acc.f32"),
    HalfSum16x16::sum("wmma.m16n16k16.acc.f16"),
    Signed16x16::a_row("wmma.m16n16k16.a.s8.row"),
    Signed16x16::a_col("wmma.m16n16k16.a.s8.col"),
    Signed16x16::b_row("wmma.m16n16k16.b.s8.row"),
    Signed16x16::b_col("wmma.m16n16k16.b.s8.col"),
    Signed16x16::sum("wmma.m16n16k16.acc.s32"),
    Unsigned16x16::a_row("wmma.m16n16k16.a.u8.row"),
    Unsigned16x16::a_col("wmma.m16n16k16.a.u8.col"),
    Unsigned16x16::b_row("wmma.m16n16k16.b.u8.row"),
    Unsigned16x16::b_col("wmma.m16n16k16.b.u8.col"),
    Half32x8::a_row("wmma.m32n8k16.a.f16.row"),
    Half32x8::a_col("wmma.m32n8k16.a.f16.col"),
    Half32x8::b_row("wmma.m32n8k16.b.f16.row"),
    Half32x8::b_col("wmma.m32n8k16.b.f16.col"),
    Half32x8::sum("wmma.m32n8k16.acc.f32"),
    HalfSum32x8::sum("wmma.m32n8k16.acc.f16"),
    Signed32x8::a_row("wmma.m32n8k16.a.s8.row"),
    Signed32x8::a_col("wmma.m32n8k16.a.s8.col"),
    Signed32x8::b_row("wmma.m32n8k16.b.s8.row"),
    Signed32x8::b_col("wmma.m32n8k16.b.s8.col"),
    Signed32x8::sum("wmma.m32n8k16.acc.s32"),
    Unsigned32x8::a_row("wmma.m32n8k16.a.u8.row"),
    Unsigned32x8::a_col("wmma.m32n8k16.a.u8.col"),
    Unsigned32x8::b_row("wmma.m32n8k16.b.u8.row"),
    Unsigned32x8::b_col("wmma.m32n8k16.b.u8.col"),
    Half8x32::a_row("wmma.m8n32k16.a.f16.row"),
    Half8x32::a_col("wmma.m8n32k16.a.f16.col"),
    Half8x32::b_row("wmma.m8n32k16.b.f16.row"),
    Half8x32::b_col("wmma.m8n32k16.b.f16.col"),
    Half8x32::sum("wmma.m8n32k16.acc.f32"),
    HalfSum8x32::sum("wmma.m8n32k16.acc.f16"),
    Signed8x32::a_row("wmma.m8n32k16.a.s8.row"),
    Signed8x32::a_col("wmma.m8n32k16.a.s8.col"),
    Signed8x32::b_row("wmma.m8n32k16.b.s8.row"),
    Signed8x32::b_col("wmma.m8n32k16.b.s8.col"),
    Signed8x32::sum("wmma.m8n32k16.acc.s32"),
    Unsigned8x32::a_row("wmma.m8n32k16.a.u8.row"),
    Unsigned8x32::a_col("wmma.m8n32k16.a.u8.col"),
    Unsigned8x32::b_row("wmma.m8n32k16.b.u8.row"),
    Unsigned8x32::b_col("wmma.m8n32k16.b.u8.col"),
    SignedNibble::a_row("wmma.m8n8k32.a.s4.row"),
    SignedNibble::b_col("wmma.m8n8k32.b.s4.col"),
    SignedNibble::sum("wmma.m8n8k32.acc.s32"),
    UnsignedNibble::a_row("wmma.m8n8k32.a.u4.row"),
    UnsignedNibble::b_col("wmma.m8n8k32.b.u4.col"),
    Bit::a_row("wmma.m8n8k128.a.b1.row"),
    Bit::b_col("wmma.m8n8k128.b.b1.col"),
    Bit::sum("wmma.m8n8k128.acc.s32"),
};

}  // namespace

std::span<const KernelRow> wmma_kernels_sm75() { return rows; }

}  // namespace tcviz::inline gpu_probe
