// The fragments of wmma, a row each.
//
// Values of one thread and legal combinations: mma.h of CUDA 13.0, the fragment<> specialisations (num_elements).
// First compute capability and version of PTX: PTX ISA, "wmma.load", "Target ISA Notes" and "PTX ISA Notes".
// m32n8k16 means A is 32x16, B is 16x8 and the accumulator 32x8.
#include <array>

#include "gpu/layout/catalogue_rows.hpp"

namespace tcviz::inline gpu_layout {
namespace {

using enum Family;
using enum Operand;
using enum ElementType;
using enum MemoryOrder;

constexpr Shape m16n16k16{16, 16, 16}, m32n8k16{32, 8, 16}, m8n32k16{8, 32, 16}, m16n16k8{16, 16, 8};
constexpr Shape m8n8k4{8, 8, 4}, m8n8k32{8, 8, 32}, m8n8k128{8, 8, 128};

// `native_until` is set if tensor cores stopped executing an experimental type themselves. Found in machine code: one
// mma_sync (bmma_sync) of each type compiled by nvcc 13.0 with -cubin for sm_75 to sm_121 and read with nvdisasm.
//   s4, u4  IMMA.8832.S4.S4 and .U4.U4 up to sm_89; from sm_90 values are widened for IMMA.8816.S8 (IMMA.16816.S8)
//   b1      BMMA.88128 up to sm_90 (there .AND.POPC only, XOR is made of two); from sm_100 bytes for IMMA.16832.U8
// All of these architectures still accept the types.
constexpr std::optional<ComputeCapability> never = std::nullopt;

// clang-format off
constexpr std::array<Kind, 75> wmma_table{{
    // m16n16k16
    {"wmma.m16n16k16.a.f16.row", Wmma, m16n16k16, A, F16, Row, 32, 16, 70, never, 60},
    {"wmma.m16n16k16.a.f16.col", Wmma, m16n16k16, A, F16, Col, 32, 16, 70, never, 60},
    {"wmma.m16n16k16.a.bf16.row", Wmma, m16n16k16, A, BF16, Row, 32, 8, 80, never, 70},
    {"wmma.m16n16k16.a.bf16.col", Wmma, m16n16k16, A, BF16, Col, 32, 8, 80, never, 70},
    {"wmma.m16n16k16.a.s8.row", Wmma, m16n16k16, A, S8, Row, 32, 8, 72, never, 63},
    {"wmma.m16n16k16.a.s8.col", Wmma, m16n16k16, A, S8, Col, 32, 8, 72, never, 63},
    {"wmma.m16n16k16.a.u8.row", Wmma, m16n16k16, A, U8, Row, 32, 8, 72, never, 63},
    {"wmma.m16n16k16.a.u8.col", Wmma, m16n16k16, A, U8, Col, 32, 8, 72, never, 63},
    {"wmma.m16n16k16.b.f16.row", Wmma, m16n16k16, B, F16, Row, 32, 16, 70, never, 60},
    {"wmma.m16n16k16.b.f16.col", Wmma, m16n16k16, B, F16, Col, 32, 16, 70, never, 60},
    {"wmma.m16n16k16.b.bf16.row", Wmma, m16n16k16, B, BF16, Row, 32, 8, 80, never, 70},
    {"wmma.m16n16k16.b.bf16.col", Wmma, m16n16k16, B, BF16, Col, 32, 8, 80, never, 70},
    {"wmma.m16n16k16.b.s8.row", Wmma, m16n16k16, B, S8, Row, 32, 8, 72, never, 63},
    {"wmma.m16n16k16.b.s8.col", Wmma, m16n16k16, B, S8, Col, 32, 8, 72, never, 63},
    {"wmma.m16n16k16.b.u8.row", Wmma, m16n16k16, B, U8, Row, 32, 8, 72, never, 63},
    {"wmma.m16n16k16.b.u8.col", Wmma, m16n16k16, B, U8, Col, 32, 8, 72, never, 63},
    {"wmma.m16n16k16.acc.f16", Wmma, m16n16k16, Accumulator, F16, None, 32, 8, 70, never, 60},
    {"wmma.m16n16k16.acc.f32", Wmma, m16n16k16, Accumulator, F32, None, 32, 8, 70, never, 60},
    {"wmma.m16n16k16.acc.s32", Wmma, m16n16k16, Accumulator, S32, None, 32, 8, 72, never, 63},
    // m32n8k16
    {"wmma.m32n8k16.a.f16.row", Wmma, m32n8k16, A, F16, Row, 32, 16, 70, never, 61},
    {"wmma.m32n8k16.a.f16.col", Wmma, m32n8k16, A, F16, Col, 32, 16, 70, never, 61},
    {"wmma.m32n8k16.a.bf16.row", Wmma, m32n8k16, A, BF16, Row, 32, 16, 80, never, 70},
    {"wmma.m32n8k16.a.bf16.col", Wmma, m32n8k16, A, BF16, Col, 32, 16, 80, never, 70},
    {"wmma.m32n8k16.a.s8.row", Wmma, m32n8k16, A, S8, Row, 32, 16, 72, never, 63},
    {"wmma.m32n8k16.a.s8.col", Wmma, m32n8k16, A, S8, Col, 32, 16, 72, never, 63},
    {"wmma.m32n8k16.a.u8.row", Wmma, m32n8k16, A, U8, Row, 32, 16, 72, never, 63},
    {"wmma.m32n8k16.a.u8.col", Wmma, m32n8k16, A, U8, Col, 32, 16, 72, never, 63},
    {"wmma.m32n8k16.b.f16.row", Wmma, m32n8k16, B, F16, Row, 32, 16, 70, never, 61},
    {"wmma.m32n8k16.b.f16.col", Wmma, m32n8k16, B, F16, Col, 32, 16, 70, never, 61},
    {"wmma.m32n8k16.b.bf16.row", Wmma, m32n8k16, B, BF16, Row, 32, 4, 80, never, 70},
    {"wmma.m32n8k16.b.bf16.col", Wmma, m32n8k16, B, BF16, Col, 32, 4, 80, never, 70},
    {"wmma.m32n8k16.b.s8.row", Wmma, m32n8k16, B, S8, Row, 32, 4, 72, never, 63},
    {"wmma.m32n8k16.b.s8.col", Wmma, m32n8k16, B, S8, Col, 32, 4, 72, never, 63},
    {"wmma.m32n8k16.b.u8.row", Wmma, m32n8k16, B, U8, Row, 32, 4, 72, never, 63},
    {"wmma.m32n8k16.b.u8.col", Wmma, m32n8k16, B, U8, Col, 32, 4, 72, never, 63},
    {"wmma.m32n8k16.acc.f16", Wmma, m32n8k16, Accumulator, F16, None, 32, 8, 70, never, 61},
    {"wmma.m32n8k16.acc.f32", Wmma, m32n8k16, Accumulator, F32, None, 32, 8, 70, never, 61},
    {"wmma.m32n8k16.acc.s32", Wmma, m32n8k16, Accumulator, S32, None, 32, 8, 72, never, 63},
    // m8n32k16
    {"wmma.m8n32k16.a.f16.row", Wmma, m8n32k16, A, F16, Row, 32, 16, 70, never, 61},
    {"wmma.m8n32k16.a.f16.col", Wmma, m8n32k16, A, F16, Col, 32, 16, 70, never, 61},
    {"wmma.m8n32k16.a.bf16.row", Wmma, m8n32k16, A, BF16, Row, 32, 4, 80, never, 70},
    {"wmma.m8n32k16.a.bf16.col", Wmma, m8n32k16, A, BF16, Col, 32, 4, 80, never, 70},
    {"wmma.m8n32k16.a.s8.row", Wmma, m8n32k16, A, S8, Row, 32, 4, 72, never, 63},
    {"wmma.m8n32k16.a.s8.col", Wmma, m8n32k16, A, S8, Col, 32, 4, 72, never, 63},
    {"wmma.m8n32k16.a.u8.row", Wmma, m8n32k16, A, U8, Row, 32, 4, 72, never, 63},
    {"wmma.m8n32k16.a.u8.col", Wmma, m8n32k16, A, U8, Col, 32, 4, 72, never, 63},
    {"wmma.m8n32k16.b.f16.row", Wmma, m8n32k16, B, F16, Row, 32, 16, 70, never, 61},
    {"wmma.m8n32k16.b.f16.col", Wmma, m8n32k16, B, F16, Col, 32, 16, 70, never, 61},
    {"wmma.m8n32k16.b.bf16.row", Wmma, m8n32k16, B, BF16, Row, 32, 16, 80, never, 70},
    {"wmma.m8n32k16.b.bf16.col", Wmma, m8n32k16, B, BF16, Col, 32, 16, 80, never, 70},
    {"wmma.m8n32k16.b.s8.row", Wmma, m8n32k16, B, S8, Row, 32, 16, 72, never, 63},
    {"wmma.m8n32k16.b.s8.col", Wmma, m8n32k16, B, S8, Col, 32, 16, 72, never, 63},
    {"wmma.m8n32k16.b.u8.row", Wmma, m8n32k16, B, U8, Row, 32, 16, 72, never, 63},
    {"wmma.m8n32k16.b.u8.col", Wmma, m8n32k16, B, U8, Col, 32, 16, 72, never, 63},
    {"wmma.m8n32k16.acc.f16", Wmma, m8n32k16, Accumulator, F16, None, 32, 8, 70, never, 61},
    {"wmma.m8n32k16.acc.f32", Wmma, m8n32k16, Accumulator, F32, None, 32, 8, 70, never, 61},
    {"wmma.m8n32k16.acc.s32", Wmma, m8n32k16, Accumulator, S32, None, 32, 8, 72, never, 63},
    // m16n16k8
    {"wmma.m16n16k8.a.tf32.row", Wmma, m16n16k8, A, TF32, Row, 32, 4, 80, never, 70},
    {"wmma.m16n16k8.a.tf32.col", Wmma, m16n16k8, A, TF32, Col, 32, 4, 80, never, 70},
    {"wmma.m16n16k8.b.tf32.row", Wmma, m16n16k8, B, TF32, Row, 32, 4, 80, never, 70},
    {"wmma.m16n16k8.b.tf32.col", Wmma, m16n16k8, B, TF32, Col, 32, 4, 80, never, 70},
    {"wmma.m16n16k8.acc.f32", Wmma, m16n16k8, Accumulator, F32, None, 32, 8, 80, never, 70},
    // m8n8k4
    {"wmma.m8n8k4.a.f64.row", Wmma, m8n8k4, A, F64, Row, 32, 1, 80, never, 70},
    {"wmma.m8n8k4.a.f64.col", Wmma, m8n8k4, A, F64, Col, 32, 1, 80, never, 70},
    {"wmma.m8n8k4.b.f64.row", Wmma, m8n8k4, B, F64, Row, 32, 1, 80, never, 70},
    {"wmma.m8n8k4.b.f64.col", Wmma, m8n8k4, B, F64, Col, 32, 1, 80, never, 70},
    {"wmma.m8n8k4.acc.f64", Wmma, m8n8k4, Accumulator, F64, None, 32, 2, 80, never, 70},
    // m8n8k32
    {"wmma.m8n8k32.a.s4.row", Wmma, m8n8k32, A, S4, Row, 32, 8, 75, 89, 63},
    {"wmma.m8n8k32.a.u4.row", Wmma, m8n8k32, A, U4, Row, 32, 8, 75, 89, 63},
    {"wmma.m8n8k32.b.s4.col", Wmma, m8n8k32, B, S4, Col, 32, 8, 75, 89, 63},
    {"wmma.m8n8k32.b.u4.col", Wmma, m8n8k32, B, U4, Col, 32, 8, 75, 89, 63},
    {"wmma.m8n8k32.acc.s32", Wmma, m8n8k32, Accumulator, S32, None, 32, 2, 75, 89, 63},
    // m8n8k128
    {"wmma.m8n8k128.a.b1.row", Wmma, m8n8k128, A, B1, Row, 32, 32, 75, 90, 63},
    {"wmma.m8n8k128.b.b1.col", Wmma, m8n8k128, B, B1, Col, 32, 32, 75, 90, 63},
    {"wmma.m8n8k128.acc.s32", Wmma, m8n8k128, Accumulator, S32, None, 32, 2, 75, 90, 63},
}};
// clang-format on

}  // namespace

std::span<const Kind> wmma_rows() { return wmma_table; }

}  // namespace tcviz::inline gpu_layout
