// Finds the kinds that a user means by a text: an id, a PTX mnemonic ("mma.sync.aligned.m16n8k16.row.col.f32..."), a
// name in machine code ("HMMA.16816.F32"), in CUTLASS ("SM80_16x8x16_F32F16F16F32_TN") or in C++
// ("wmma::fragment<...>"), or words ("ldmatrix x4 trans"). A pure function, fast enough for every key stroke.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_layout {

// The result of a search.
struct KindAnswer {
  std::vector<const Kind*> kinds;  // kinds that fit, the best first
  // If the name is known but not in the catalogue: a sentence about it with the section of the PTX manual. Then `kinds`
  // is empty, so that a similar kind is never taken for it.
  std::string missing;
};
// Returns the kinds that `text` means.
KindAnswer search_kinds(std::string_view text);

}  // namespace tcviz::inline gpu_layout
