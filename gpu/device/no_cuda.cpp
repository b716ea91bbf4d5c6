// Stands in for gpu.cpp in a build without CUDA.
#include "gpu/device/gpu.hpp"

namespace tcviz {

GpuSurvey survey_gpus() { return {{}, "this program was built without CUDA: build it where nvcc is"}; }

}  // namespace tcviz
