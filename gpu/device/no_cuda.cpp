// Stands in for gpu.cpp in a build without CUDA.
#include "gpu/device/gpu.hpp"

namespace tcviz {

GpuSurvey survey_gpus() {
  return {
      {},
      "this program was built without CUDA and cannot probe: build it where nvcc is, or use `--device recorded:sm_90`"};
}

}  // namespace tcviz
