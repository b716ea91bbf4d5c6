#include "gpu/device/cuda_error.hpp"

#include <fmt/format.h>

namespace tcviz {

Error cuda_error(cudaError_t code, std::string_view what) {
  return unavailable(fmt::format("{}: {} ({})", what, cudaGetErrorName(code), cudaGetErrorString(code)));
}

}  // namespace tcviz
