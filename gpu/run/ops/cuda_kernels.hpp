// Compiled kernels of a run on a GPU, their launch and timing. Internal to gpu/run/ops; needs CUDA.
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
// Selects GPU `ordinal` for the calling thread.
Result<Gpu> open_gpu(int ordinal);

// Kernels that are loaded on the GPU, and how they were compiled.
struct LoadedKernels {
  Kernels kernels;
  std::string compiler;
  double compile_ms = 0;
  bool compiled_before = false;  // taken from the cache
};

// Compiles the text for the GPU's architecture and loads the kernels. The message of an error in code
// that the user wrote gives the line in that code. With `--fmad=false` sums equal those of the CPU, bit for bit;
// kernels of whole products are compiled without it.
Result<LoadedKernels> compile_and_load(const std::string& text, ComputeCapability capability,
                                       const std::vector<std::string>& options = {"--fmad=false"});

// Arguments of a launch: pointers to values, which must live until the call returns.
using Arguments = std::vector<void*>;
Status launch(const void* kernel, int blocks, int threads, Arguments& arguments, const Stream& stream);
// Waits until the work in the stream is done.
Status finish(const Stream& stream);

// The scalars a, b and d of the operation, in the type that the kernels take: float, or double for f64.
struct ScalarArguments {
  explicit ScalarArguments(const Problem& problem);
  void append_to(Arguments& arguments);

 private:
  bool is_double_;
  float a_, b_;
  double wide_a_, wide_b_;
  int d_;
};

// Times an operation done in registers and done through shared memory, each once and as a chain, at each batch size of
// the request. If a kernel is skipped, its Timing says why.
Result<std::vector<Timing>> time_both_ways(const RunRequest& request, const Problem& problem, const KernelTexts& texts,
                                           ComputeCapability capability, const RunProgress& progress);

}  // namespace tcviz::inline gpu_ops
