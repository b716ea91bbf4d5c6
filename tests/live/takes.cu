// All that TCVIZ takes, in C++14.
#include <cuda_fp16.h>
#include <mma.h>

#include "app/include/tcviz.cuh"

struct Registers {
  unsigned word;
  __half2 halves[3];
};

__global__ void takes(float* data) {
  float array[4] = {data[0], data[1], data[2], data[3]};
  double wide[2] = {data[4], data[5]};
  unsigned word = threadIdx.x;
  Registers registers = {word, {}};
  const uint4 four = make_uint4(1, 2, 3, 4);
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> sum;
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 8, nvcuda::wmma::precision::tf32, nvcuda::wmma::row_major> a;
  nvcuda::wmma::fill_fragment(sum, 1);
  nvcuda::wmma::fill_fragment(a, 1);
  TCVIZ(array, "mma.m16n8k16.acc.f32");
  TCVIZ(wide, "mma.m8n8k4.acc.f64");
  TCVIZ(word, "mma.sp.m16n8k16.e.f16.sel0");
  TCVIZ(registers, "mma.m16n8k16.a.f16");
  TCVIZ(four, "mma.m16n8k16.a.f16");
  TCVIZ(sum, "wmma.m16n16k16.acc.f32");
  if (word < 16) TCVIZ(a, "wmma.m16n16k8.a.tf32.row");
  data[0] = array[0] + sum.x[0];
}

bool looks(float* data) {
  tcviz::LiveOptions options;
  options.block[1] = 2;
  if (!tcviz::live_start(options)) return false;
  takes<<<1, 32>>>(data);
  const bool saved = tcviz::live_save("run.live");
  tcviz::live_stop();
  return saved && tcviz::live_buffer() == nullptr;
}
