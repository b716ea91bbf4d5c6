// Reads the names of accesses to shared memory as users write them.
#pragma once

#include <string_view>
#include <vector>

#include "gpu/smem/banks.hpp"

namespace tcviz::inline gpu_smem {

// Returns the accesses that `text` may name: by bits, "ld128"; by bytes, "ld4"; as PTX writes it, "ld.shared.v4.f32",
// "ldmatrix.x4.trans". Returns none if the name is unknown, and two for "ld8", "ld16", "st8" and "st16", first the one
// of so many bits and then the one of so many bytes.
std::vector<const WarpAccess*> accesses_named(std::string_view text);

}  // namespace tcviz::inline gpu_smem
