// Tensor maps of boxes, as the driver writes them. Inside the room; needs CUDA.
#pragma once

#include <optional>
#include <string>

#include "gpu/prove/sweep_kernels.hpp"
#include "gpu/smem/tma_box.hpp"

namespace tcviz::inline gpu_prove {

struct EncodedMap {
  std::optional<CopyMap> map;
  std::string refusal;  // the driver's message if there is no map
};
// Encodes the map of a tensor of bytes in GPU memory that is the box and no more.
EncodedMap encode_map(const TmaBox& box, const void* tensor);

}  // namespace tcviz::inline gpu_prove
