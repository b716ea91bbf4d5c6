// The families of the catalogue, each from its own file. For catalogue.cpp alone: all other code calls catalogue().
#pragma once

#include <span>
#include <vector>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_layout {

std::span<const Kind> wmma_rows();
// Returns the rows of mma without ids: the fields spell them.
std::vector<Kind> mma_rows();
std::vector<Kind> sparse_mma_rows();
std::vector<Kind> move_rows();  // ldmatrix, stmatrix, movmatrix
std::vector<Kind> wgmma_rows();
std::vector<Kind> sparse_wgmma_rows();

}  // namespace tcviz::inline gpu_layout
