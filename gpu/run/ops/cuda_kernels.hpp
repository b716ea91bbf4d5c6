// The compiled kernels of a run on a GPU and the buffers that they read. Inside the room; needs CUDA.
#pragma once

#include <string>
#include <vector>

#include "gpu/run/ops/cuda_memory.hpp"
#include "gpu/run/ops/images.hpp"
#include "gpu/run/ops/run.hpp"

namespace tcviz::inline gpu_ops {

struct Gpu {
  std::string name;
  ComputeCapability capability = 0;
};
Result<Gpu> open_gpu(int ordinal);  // and makes it the thread's own

struct LoadedKernels {
  Kernels kernels;
  std::string compiler;
  double compile_ms = 0;
  bool compiled_before = false;
};

// Compiles the text for the GPU's architecture. The error of a mistake in a user's body names that body's line.
// `--fmad=false` makes sums those of the CPU, bit by bit; products are compiled without it.
Result<LoadedKernels> compile_and_load(const std::string& text, ComputeCapability capability,
                                       const std::vector<std::string>& options = {"--fmad=false"});

// Arguments of a launch: pointers to values that live until the call is over.
using Arguments = std::vector<void*>;
Status launch(const void* kernel, int blocks, int threads, Arguments& arguments, const Stream& stream);
Status finish(const Stream& stream);

// The scalars as the kernels take them: float, or double for f64.
struct ScalarArguments {
  explicit ScalarArguments(const Problem& problem);
  void append_to(Arguments& arguments);

 private:
  bool is_double_;
  float a_, b_;
  double wide_a_, wide_b_;
  int d_;
};

// Times the four kernels at each batch of the request, or gives the reason that it does not.
Result<std::vector<Timing>> time_both_ways(const RunRequest& request, const Problem& problem, const KernelTexts& texts,
                                           ComputeCapability capability, const RunProgress& progress);

}  // namespace tcviz::inline gpu_ops
