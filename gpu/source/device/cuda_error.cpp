#include "gpu/source/device/cuda_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tcviz::inline gpu_device {

Error cuda_error(cudaError_t code, std::string_view what) {
  return unavailable(fmt::format("{}: {} ({})", what, cudaGetErrorName(code), cudaGetErrorString(code)));
}

bool blames_kernel(cudaError_t code) {
  constexpr std::array faults{cudaErrorIllegalAddress, cudaErrorMisalignedAddress,  cudaErrorInvalidAddressSpace,
                              cudaErrorInvalidPc,      cudaErrorHardwareStackError, cudaErrorIllegalInstruction,
                              cudaErrorAssert,         cudaErrorLaunchFailure,      cudaErrorLaunchTimeout};
  return std::ranges::find(faults, code) != faults.end();
}

}  // namespace tcviz::inline gpu_device
