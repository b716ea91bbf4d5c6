// Stands in for gpu.cpp in a build without CUDA.
#include "gpu/source/device/gpu.hpp"

namespace tcviz::inline gpu_device {

GpuSurvey survey_gpus() { return {{}, "this program was built without CUDA: build it where nvcc is"}; }

}  // namespace tcviz::inline gpu_device
