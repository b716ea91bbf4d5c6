// Makes the tensor maps (CUtensorMap) with which the sweep copies boxes. Internal to gpu/prove; needs CUDA.
#pragma once

#include <optional>
#include <string>

#include "gpu/prove/sweep_kernels.hpp"
#include "gpu/smem/tma_box.hpp"

namespace tcviz::inline gpu_prove {

struct EncodedMap {
  std::optional<CopyMap> map;
  std::string refusal;  // the driver's error message if there is no map
};
// Encodes the map of a tensor in GPU memory that consists of exactly this box.
EncodedMap encode_map(const TmaBox& box, const void* tensor);

}  // namespace tcviz::inline gpu_prove
