// The kernels of the rows in gemm.cpp, one file each. Inside the room.
#pragma once

#include "gpu/ops/gemm.hpp"

namespace tcviz {

std::string naive_wmma_text(ComputeCapability, const FragmentFormulae&);
GemmTiles naive_wmma_tiles(ComputeCapability);
std::string tiled_text(ComputeCapability, const FragmentFormulae&);
GemmTiles tiled_tiles(ComputeCapability);
std::string register_tiled_text(ComputeCapability, const FragmentFormulae&);
GemmTiles register_tiled_tiles(ComputeCapability);
std::string staged_wmma_text(ComputeCapability capability, const FragmentFormulae&);
GemmTiles staged_wmma_tiles(ComputeCapability capability);
std::string corrected_text(ComputeCapability capability, const FragmentFormulae& formulae, const Corrected& how);
GemmTiles corrected_tiles(ComputeCapability capability, const Corrected& how);

}  // namespace tcviz
