// The work of a run on the GPU beside the products: pads inputs, multiplies in f64, and compares results with that.
// Inside the room; needs CUDA.
#pragma once

#include <functional>

#include "gpu/run/gemm/gemm_run.hpp"
#include "gpu/run/ops/cuda_kernels.hpp"

namespace tcviz::inline gpu_gemm {

class GemmBenchKernels {
 public:
  static Result<GemmBenchKernels> make(ComputeCapability capability);

  // Returns a rows x cols matrix of f32 in GPU memory, as f32 or rounded to f16, with zeros around it.
  Result<DeviceBuffer> pad(const DeviceBuffer& from, int rows, int cols, int padded_rows, int padded_cols,
                           ElementType type) const;
  // Computes C = A B of f32 in f64, shape.m x shape.n. Negative: `goes_on`, called now and then, returned false.
  Result<DeviceBuffer> multiply(const GemmShape& shape, const DeviceBuffer& a, const DeviceBuffer& b,
                                const std::function<bool()>& goes_on) const;
  // Fills in the row's residual and largest error. `c` has rows of `pitch` elements.
  Status judge(const GemmShape& shape, const DeviceBuffer& c, int pitch, const DeviceBuffer& exact, GemmRow& row) const;

 private:
  GemmBenchKernels(LoadedKernels loaded, Stream stream) : loaded_(std::move(loaded)), stream_(std::move(stream)) {}
  Status run(std::string_view kernel, dim3 blocks, Arguments arguments) const;

  LoadedKernels loaded_;
  Stream stream_;
};

}  // namespace tcviz::inline gpu_gemm
