// The use that a kernel makes of the memory behind each of its pointers, as its PTX says.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/kernel/ptx/module.hpp"

namespace tcviz::inline gpu_xray {

struct PointerUse {
  bool read = false, written = false, atomic = false;
  int bits = 0;           // of an element of the narrowest access; 0: unknown
  bool is_float = false;  // an access has the type f32 or f64
};
// The place of a pointer among the parameters: of one in a structure, the bytes in front of it.
struct PointerPlace {
  std::size_t parameter = 0;
  std::int64_t offset = 0;
};
// Returns the use of the pointer at each place; empty for those that are never part of an address.
std::vector<PointerUse> pointer_uses(const PtxFunction& entry, const std::vector<PointerPlace>& places);

}  // namespace tcviz::inline gpu_xray
