// The product probe of mma, mma.sp, wgmma and wgmma.sp: random whole numbers of both signs go through the layouts, and
// every element of D is compared with the host. A sparse product has random legal metadata in every chunk, and random
// bits in the registers of lanes that are not read. Pure.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gpu/source/probe/probe_device.hpp"
#include "gpu/source/probe/trial/tensor_pattern.hpp"

namespace tcviz::inline gpu_probe {

struct TensorProduct {
  TensorInstruction instruction;
  TensorLayouts layouts;
  TensorRequest request;
  std::vector<std::vector<int>> d;  // the values of D, row by row, for each pattern
};
TensorProduct random_tensor_product(const Kind& kind, const TensorInstruction& instruction,
                                    const TensorLayouts& layouts, unsigned seed);
// Returns an empty text if D is as it should be in every slot, otherwise the first slot that differs.
std::string check_tensor_product(const TensorProduct& product, std::span<const std::uint32_t> d);

}  // namespace tcviz::inline gpu_probe
