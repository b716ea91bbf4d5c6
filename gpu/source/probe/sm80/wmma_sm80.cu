// WMMA kinds of compute capability 8.0 and later: bf16, tf32, f64.
#include <cuda_bf16.h>

#include <array>

#include "gpu/source/probe/wmma_kernels.cuh"

namespace tcviz::inline gpu_probe {

template <>
struct wmma_probe::MemoryOf<nvcuda::wmma::precision::tf32> {
  using Type = float;
};

namespace {

using namespace wmma_probe;

using Brain16x16 = Products<16, 16, 16, __nv_bfloat16, float>;
using Brain32x8 = Products<32, 8, 16, __nv_bfloat16, float>;
using Brain8x32 = Products<8, 32, 16, __nv_bfloat16, float>;
using Tensor32 = Products<16, 16, 8, nvcuda::wmma::precision::tf32, float>;
using Double = Products<8, 8, 4, double, double>;

constexpr std::array rows = {
    Brain16x16::a_row("wmma.m16n16k16.a.bf16.row"), Brain16x16::a_col("wmma.m16n16k16.a.bf16.col"),
    Brain16x16::b_row("wmma.m16n16k16.b.bf16.row"), Brain16x16::b_col("wmma.m16n16k16.b.bf16.col"),
    Brain32x8::a_row("wmma.m32n8k16.a.bf16.row"),   Brain32x8::a_col("wmma.m32n8k16.a.bf16.col"),
    Brain32x8::b_row("wmma.m32n8k16.b.bf16.row"),   Brain32x8::b_col("wmma.m32n8k16.b.bf16.col"),
    Brain8x32::a_row("wmma.m8n32k16.a.bf16.row"),   Brain8x32::a_col("wmma.m8n32k16.a.bf16.col"),
    Brain8x32::b_row("wmma.m8n32k16.b.bf16.row"),   Brain8x32::b_col("wmma.m8n32k16.b.bf16.col"),
    Tensor32::a_row("wmma.m16n16k8.a.tf32.row"),    Tensor32::a_col("wmma.m16n16k8.a.tf32.col"),
    Tensor32::b_row("wmma.m16n16k8.b.tf32.row"),    Tensor32::b_col("wmma.m16n16k8.b.tf32.col"),
    Tensor32::sum("wmma.m16n16k8.acc.f32"),         Double::a_row("wmma.m8n8k4.a.f64.row"),
    Double::a_col("wmma.m8n8k4.a.f64.col"),         Double::b_row("wmma.m8n8k4.b.f64.row"),
    Double::b_col("wmma.m8n8k4.b.f64.col"),         Double::sum("wmma.m8n8k4.acc.f64"),
};

}  // namespace

std::span<const KernelRow> wmma_kernels_sm80() { return rows; }

}  // namespace tcviz::inline gpu_probe
