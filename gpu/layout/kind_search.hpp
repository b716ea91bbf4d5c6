// The kinds that a person means by a text: an id, a mnemonic of PTX ("mma.sync.aligned.m16n8k16.row.col.f32..."), a
// name of machine code ("HMMA.16816.F32"), of CUTLASS ("SM80_16x8x16_F32F16F16F32_TN") or of C++
// ("wmma::fragment<...>"), or words ("ldmatrix x4 trans"). A pure function, quick enough for every key stroke.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_layout {

struct KindAnswer {
  std::vector<const Kind*> kinds;  // those that fit, the best first; a single one is the kind that was meant
  // A sentence with the section of the PTX manual if the name is known but not in the catalogue. Then `kinds` is empty,
  // so that a neighbour is never taken for it.
  std::string missing;
};
KindAnswer search_kinds(std::string_view text);

}  // namespace tcviz::inline gpu_layout
