// One kernel for whole products, compiled, with its operands. Internal to gpu/run/gemm; needs CUDA.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "gpu/run/gemm/cublas.hpp"
#include "gpu/run/gemm/gemm_bench_kernels.hpp"
#include "gpu/run/gemm/gemm_run.hpp"
#include "gpu/run/gemm/tensor_map.hpp"
#include "gpu/run/ops/cuda_kernels.hpp"

namespace tcviz::inline gpu_gemm {

// A and B of a shape, in every type and padding that kernels need, each made once.
class GemmOperands {
 public:
  static Result<GemmOperands> make(const GemmShape& shape, const GemmInputs& inputs, const GemmBenchKernels& kernels);

  const DeviceBuffer& plain_a() const { return a_; }
  const DeviceBuffer& plain_b() const { return b_; }
  Result<const DeviceBuffer*> a(const GemmShape& padded, ElementType type);
  Result<const DeviceBuffer*> b(const GemmShape& padded, ElementType type);

 private:
  struct Key {
    char operand;
    int rows, cols;
    ElementType type;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  GemmOperands(const GemmShape& shape, DeviceBuffer a, DeviceBuffer b, const GemmBenchKernels& kernels)
      : shape_(shape), a_(std::move(a)), b_(std::move(b)), kernels_(&kernels) {}
  Result<const DeviceBuffer*> padded(const Key& key, const DeviceBuffer& from, int rows, int cols);

  GemmShape shape_;
  DeviceBuffer a_, b_;
  const GemmBenchKernels* kernels_;
  std::map<Key, DeviceBuffer> made_;
};

// Returns the compute capability for which kernels are tiled and written: `request.plan`, or that of the GPU.
ComputeCapability plan_of(const GemmRequest& request, ComputeCapability capability);
// Returns the shape to which a kernel pads `shape`.
GemmShape padded_for(const GemmKernel& kernel, ComputeCapability capability, const GemmShape& shape);

// A kernel that is ready to be started.
class GemmContestant {
 public:
  // Compiles `kernel`. `capability` is that of the GPU; the kernel is tiled for `request.plan`.
  static Result<GemmContestant> make(const GemmKernel& kernel, const GemmRequest& request, const GemmShape& shape,
                                     ComputeCapability capability, GemmOperands& operands);

  const GemmShape& padded() const { return padded_; }
  // Starts one product. `c` has padded().m rows of padded().n elements.
  Status start(const DeviceBuffer& c, const Stream& stream) const;

 private:
  explicit GemmContestant(const GemmKernel& kernel) : kernel_(&kernel) {}
  Status compile(const GemmRequest& request, ComputeCapability capability, ComputeCapability plan);
  Status make_maps();

  const GemmKernel* kernel_;
  GemmShape padded_;
  GemmTiles tiles_;
  const DeviceBuffer *a_ = nullptr, *b_ = nullptr;
  TensorMap a_map_, b_map_;
  std::unique_ptr<Cublas> cublas_;
  std::optional<LoadedKernels> loaded_;
  const void* function_ = nullptr;
};

}  // namespace tcviz::inline gpu_gemm
