// Stands in for the files that need CUDA in a build without it.
#include "gpu/prove/cuda_sweep.hpp"

namespace tcviz::inline gpu_prove {

Result<std::unique_ptr<SweepDevice>> open_sweep_device(int) {
  return unavailable("this program was built without CUDA: build it where nvcc is.");
}

}  // namespace tcviz::inline gpu_prove
