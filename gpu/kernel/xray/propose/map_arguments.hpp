// Tensor maps as arguments of a proposed launch: 'tma(A=f16[m:64,k:256],box=64x64,swizzle=128)'.
#pragma once

#include <string>
#include <vector>

#include "gpu/kernel/xray/propose/shapes.hpp"

namespace tcviz::inline gpu_xray {

struct MapArgument {
  std::string text;    // empty: nothing can be proposed
  std::string origin;  // or why nothing can be
  std::size_t at = 0;  // the token of the call that encodes the map; 0: it was found nowhere
};

// Returns the maps of the parameters, in their order; an empty text for what is none. `call`: the launch, or null.
std::vector<MapArgument> maps_of(const KernelFacts& facts, const KernelCall* call, const PtxFunction& entry);

}  // namespace tcviz::inline gpu_xray
