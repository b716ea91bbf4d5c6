// Stands in for the files that need CUDA in a build without it.
#include "gpu/run/ops/prove.hpp"
#include "gpu/run/ops/run.hpp"

namespace tcviz::inline gpu_ops {

Result<RunResult> run_on_gpu(const RunRequest&, const RunProgress&) {
  return unavailable("this program was built without CUDA: build it where nvcc is, or run on the CPU with --cpu.");
}

Result<std::vector<Element>> elements_on_gpu(const std::string&, int, int, int) {
  return unavailable("this program was built without CUDA: build it where nvcc is.");
}

}  // namespace tcviz::inline gpu_ops
