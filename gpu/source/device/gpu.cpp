#include "gpu/source/device/gpu.hpp"

#include <fmt/format.h>

#include "gpu/source/device/cuda_error.hpp"
#include "gpu/source/device/driver.hpp"

namespace tcviz::inline gpu_device {
namespace {

std::string version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

std::string why_no_devices(cudaError_t code) {
  if (!driver_library_found()) {
    return "no NVIDIA driver found (libcuda.so.1 is not there): install one";
  }
  int supported = 0, built = 0;
  cudaDriverGetVersion(&supported);
  cudaRuntimeGetVersion(&built);
  if (supported > 0 && supported / 1000 < built / 1000) {
    return fmt::format(
        "the NVIDIA driver is too old: it supports CUDA {}, this program needs {}: install a newer driver",
        version_text(supported), version_text(built));
  }
  if (code == cudaErrorNoDevice || code == cudaErrorInsufficientDriver) {
    return "an NVIDIA driver is installed, but it shows no GPU: check `nvidia-smi`";
  }
  return fmt::format("{}: check `nvidia-smi`", cuda_error(code, "the NVIDIA driver does not answer").message);
}

std::string why_none_usable(const std::vector<GpuInfo>& gpus) {
  for (const GpuInfo& gpu : gpus) {
    if (gpu.capability >= oldest_capability) return {};
  }
  const GpuInfo& gpu = gpus.front();
  return fmt::format("{} is too old to be probed (compute capability {}.{}, the kernels need {}.{}): use a newer GPU",
                     gpu.name, gpu.capability / 10, gpu.capability % 10, oldest_capability / 10,
                     oldest_capability % 10);
}

}  // namespace

GpuSurvey survey_gpus() {
  GpuSurvey survey;
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code != cudaSuccess || count == 0) {
    survey.absence = why_no_devices(code == cudaSuccess ? cudaErrorNoDevice : code);
    return survey;
  }
  int runtime = 0;
  cudaRuntimeGetVersion(&runtime);
  const std::string driver = driver_version();
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, ordinal) != cudaSuccess) continue;
    survey.gpus.push_back(
        {ordinal, properties.name, properties.major * 10 + properties.minor, driver, version_text(runtime)});
  }
  survey.absence = survey.gpus.empty() ? why_no_devices(cudaErrorNoDevice) : why_none_usable(survey.gpus);
  return survey;
}

}  // namespace tcviz::inline gpu_device
