// The fragments that products fill by themselves, as the GPU at hand has them.
#pragma once

#include "gpu/layout/layout.hpp"

namespace tcviz {

struct ProbedFragments {
  Layout a, b;  // wmma.m16n16k16.a.f16.row and .b.f16.row
};
Result<ProbedFragments> probed_fragments();

}  // namespace tcviz
