// The auxiliary work of a benchmark on the GPU: pads inputs, multiplies in f64, and compares results with that.
// Internal to gpu/run/gemm; needs CUDA.
#pragma once

#include <functional>

#include "gpu/run/gemm/gemm_run.hpp"
#include "gpu/run/ops/cuda_kernels.hpp"

namespace tcviz::inline gpu_gemm {

// The kernels for this work, loaded on the GPU.
class GemmBenchKernels {
 public:
  static Result<GemmBenchKernels> make(ComputeCapability capability);

  // Returns a copy of a rows x cols matrix of f32 in GPU memory, padded with zeros to padded_rows x padded_cols, as f32
  // or rounded to f16.
  Result<DeviceBuffer> pad(const DeviceBuffer& from, int rows, int cols, int padded_rows, int padded_cols,
                           ElementType type) const;
  // Computes C = A B of f32 matrices in f64; C is shape.m x shape.n. Calls `goes_on` regularly, and returns the error
  // Negative if it returns false.
  Result<DeviceBuffer> multiply(const GemmShape& shape, const DeviceBuffer& a, const DeviceBuffer& b,
                                const std::function<bool()>& goes_on) const;
  // Sets the residual and the largest error of `row` from the product `c`, whose rows have `pitch` elements, and the
  // product `exact` in f64.
  Status judge(const GemmShape& shape, const DeviceBuffer& c, int pitch, const DeviceBuffer& exact, GemmRow& row) const;

 private:
  GemmBenchKernels(LoadedKernels loaded, Stream stream) : loaded_(std::move(loaded)), stream_(std::move(stream)) {}
  Status run(std::string_view kernel, dim3 blocks, Arguments arguments) const;

  LoadedKernels loaded_;
  Stream stream_;
};

}  // namespace tcviz::inline gpu_gemm
