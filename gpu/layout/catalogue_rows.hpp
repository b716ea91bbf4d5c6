// The rows of the catalogue, by family, each in its own file. Only for catalogue.cpp: all other code calls catalogue().
#pragma once

#include <span>
#include <vector>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_layout {

std::span<const Kind> wmma_rows();
// Returns the rows of mma, whose ids are empty: catalogue.cpp composes them from the fields. The same is true for the
// functions below.
std::vector<Kind> mma_rows();
std::vector<Kind> sparse_mma_rows();
// Returns the rows of ldmatrix, stmatrix and movmatrix.
std::vector<Kind> move_rows();
std::vector<Kind> wgmma_rows();
std::vector<Kind> sparse_wgmma_rows();

}  // namespace tcviz::inline gpu_layout
