// The product probe of mma, mma.sp, wgmma and wgmma.sp: sends random integers of both signs through the layouts and
// compares every element of D with the host. A sparse product has random legal metadata in every chunk, and random bits
// in the registers that the instruction does not read. Pure.
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
  std::vector<std::vector<int>> d;  // the expected values of D for each pattern, row by row
};
// Returns a random product with its request.
TensorProduct random_tensor_product(const Kind& kind, const TensorInstruction& instruction,
                                    const TensorLayouts& layouts, unsigned seed);
// Returns an empty text if D is as expected in every slot, else a text about the first slot that differs.
std::string check_tensor_product(const TensorProduct& product, std::span<const std::uint32_t> d);

}  // namespace tcviz::inline gpu_probe
