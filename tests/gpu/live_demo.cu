// Kernels with TCVIZ, as a person would write them: every register is as `tcviz live` should find it, but for one lane
// that is made wrong. live_demo.py runs this and looks at its files.
//   live_demo FOLDER    writes all.live, later.live, few.live
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>
#include <string>
#include <vector>

#include "app/include/tcviz.cuh"

namespace {

constexpr int planted_lane = 5, planted_warp = 1;

__device__ unsigned pair(const __half* at, int step) {
  const __half2 both = __halves2half2(at[0], at[step]);
  unsigned bits;
  memcpy(&bits, &both, sizeof(bits));
  return bits;
}

// C[16x8] += A[16x16] B[16x8] of two warps, three times; the registers are as the PTX manual numbers them.
__global__ void product(const __half* a_matrix, const __half* b_matrix, float* c_matrix) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, row = lane / 4, col = lane % 4 * 2;
  unsigned a[4];
  for (int i = 0; i < 4; ++i) a[i] = pair(a_matrix + (row + i % 2 * 8) * 16 + col + i / 2 * 8, 1);
  unsigned b[2];
  for (int i = 0; i < 2; ++i) b[i] = pair(b_matrix + (col + i * 8) * 8 + row, 8);
  TCVIZ(a, "mma.m16n8k16.a.f16");
  TCVIZ(b, "mma.m16n8k16.b.f16");
  float d[4] = {0, 0, 0, 0};
  for (int time = 0; time < 3; ++time) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    TCVIZ(d, "mma.m16n8k16.acc.f32");
  }
  if (warp == planted_warp && lane == planted_lane) d[2] = -1;
  TCVIZ(d, "mma.m16n8k16.acc.f32");
  float4 vector = make_float4(d[0], d[2], d[1], d[3]);
  TCVIZ(vector, "mma.m16n8k16.acc.f32");
  for (int i = 0; i < 4; ++i) c_matrix[(row + i / 2 * 8) * 8 + col + i % 2] = d[i];
#endif
}

__global__ void wmma_product(const __half* a_matrix, const __half* b_matrix, float* c_matrix) {
  using namespace nvcuda;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::load_matrix_sync(a, a_matrix, 16);
  wmma::load_matrix_sync(b, b_matrix, 16);
  wmma::fill_fragment(c, 1);
  wmma::mma_sync(c, a, b, c);
  TCVIZ(a, "wmma.m16n16k16.a.f16.row");
  TCVIZ(c, "wmma.m16n16k16.acc.f32");
  if (threadIdx.x < 20) TCVIZ(c, "wmma.m16n16k16.acc.f32");
  if (threadIdx.x == 7) c.x[6] += 0.5f;
  TCVIZ(c, "wmma.m16n16k16.acc.f32");
  wmma::store_matrix_sync(c_matrix, c, 16, wmma::mem_row_major);
}

bool good(cudaError_t error, const char* what) {
  if (error != cudaSuccess) std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  return error == cudaSuccess;
}

// rows x cols: A counts its elements, B is a unit matrix.
template <class Number>
std::vector<__half> matrix(int rows, int cols, Number number) {
  std::vector<__half> made;
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) made.push_back(__float2half(static_cast<float>(number(row, col))));
  return made;
}

__half* on_device(const std::vector<__half>& values) {
  __half* at = nullptr;
  const size_t bytes = values.size() * sizeof(__half);
  if (!good(cudaMalloc(&at, bytes), "memory")) return nullptr;
  return good(cudaMemcpy(at, values.data(), bytes, cudaMemcpyHostToDevice), "copy") ? at : nullptr;
}

bool run(const tcviz::LiveOptions& options, const std::string& file) {
  const auto count = [](int row, int col) { return row * 16 + col; };
  const auto unit = [](int row, int col) { return row == col ? 1 : 0; };
  if (!tcviz::live_start(options)) return false;
  const __half *a = on_device(matrix(16, 16, count)), *b = on_device(matrix(16, 8, unit));
  const __half* square = on_device(matrix(16, 16, unit));
  float* c = nullptr;
  if (!a || !b || !square || !good(cudaMalloc(&c, 16 * 16 * sizeof(float)), "memory")) return false;
  product<<<2, 64>>>(a, b, c);
  wmma_product<<<2, 32>>>(a, square, c);
  if (!good(cudaGetLastError(), "launch") || !tcviz::live_save(file.c_str())) return false;
  tcviz::live_stop();
  // Stopped: the same kernels run and write nothing.
  product<<<2, 64>>>(a, b, c);
  return good(cudaDeviceSynchronize(), "without a buffer");
}

}  // namespace

int main(int count, char** words) {
  const std::string folder = count > 1 ? words[1] : ".";
  tcviz::LiveOptions all, later, few, nowhere;
  later.block[0] = 1;
  later.first = 2;
  few.snapshots = 3;
  nowhere.block[2] = 9;
  if (!run(all, folder + "/all.live") || !run(later, folder + "/later.live") || !run(few, folder + "/few.live"))
    return 1;
  return run(nowhere, folder + "/nowhere.live") ? 1 : 0;  // says that no TCVIZ was reached
}
