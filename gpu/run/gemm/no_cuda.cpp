// Stands in for the files that need CUDA in a build without it.
#include "gpu/run/gemm/gemm_run.hpp"

namespace tcviz::inline gpu_gemm {

Result<GemmReport> run_gemm(const GemmRequest&, const GemmProgress&) {
  return unavailable("this program was built without CUDA: build it where nvcc is.");
}

}  // namespace tcviz::inline gpu_gemm
