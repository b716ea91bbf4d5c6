// cuBLAS, opened at run time. Inside the room; needs CUDA's runtime.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>

#include "gpu/run/gemm/gemm.hpp"

namespace tcviz::inline gpu_gemm {

class Cublas {
 public:
  // Opens the library; Unavailable if no libcublas is found, with the places searched in the message.
  static Result<std::unique_ptr<Cublas>> open();
  ~Cublas();
  Cublas(const Cublas&) = delete;
  Cublas& operator=(const Cublas&) = delete;

  // Computes C = A B, row-major.
  Status multiply(Library how, const GemmShape& shape, const void* a, const void* b, float* c, cudaStream_t stream);

 private:
  struct Functions;
  Cublas();
  std::unique_ptr<Functions> functions_;
};

}  // namespace tcviz::inline gpu_gemm
