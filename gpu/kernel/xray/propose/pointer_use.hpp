// The use that a kernel makes of the memory behind each of its pointers, as its PTX says.
#pragma once

#include <vector>

#include "gpu/kernel/ptx/module.hpp"

namespace tcviz::inline gpu_xray {

struct PointerUse {
  bool read = false, written = false, atomic = false;
  int bits = 0;           // of an element of the narrowest access; 0: unknown
  bool is_float = false;  // an access has the type f32 or f64
};
// Returns the use of each parameter; empty for those that are never part of an address.
std::vector<PointerUse> pointer_uses(const PtxFunction& entry);

}  // namespace tcviz::inline gpu_xray
