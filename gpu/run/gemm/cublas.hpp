// cuBLAS, opened at run time. Internal to gpu/run/gemm; needs CUDA's runtime.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>

#include "gpu/run/gemm/gemm.hpp"

namespace tcviz::inline gpu_gemm {

class Cublas {
 public:
  // Opens the library. Returns the error Unavailable, which lists the searched places, if no libcublas is found.
  static Result<std::unique_ptr<Cublas>> open();
  ~Cublas();
  Cublas(const Cublas&) = delete;
  Cublas& operator=(const Cublas&) = delete;

  // Starts C = A B on `stream`, with row-major matrices; `how` is the type in which cuBLAS computes.
  Status multiply(Library how, const GemmShape& shape, const void* a, const void* b, float* c, cudaStream_t stream);

 private:
  struct Functions;
  Cublas();
  std::unique_ptr<Functions> functions_;
};

}  // namespace tcviz::inline gpu_gemm
