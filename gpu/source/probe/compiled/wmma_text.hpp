// Parts of PTX text for WMMA: the beginning of a module, a fragment's registers, loads and stores. Pure text.
#pragma once

#include <string>
#include <string_view>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_probe {

// Returns the beginning of a module for the oldest target that has everything the architecture has. An older target
// than the architecture is legal.
std::string module_header(ComputeCapability architecture);

// The PTX registers that hold a fragment: ".b32", ".f32" or ".f64".
struct FragmentRegisters {
  std::string_view type;
  int count = 0, bytes = 4;
};
FragmentRegisters registers_of(const Kind& kind);
// Returns "%x0, %x1" for the letter x.
std::string register_list(const FragmentRegisters& registers, std::string_view letter);

// Returns "wmma.load.a.sync.aligned.row.m16n16k16.global.f16" and the like; a kind with an order of its own has no
// other.
std::string wmma_load(const Kind& kind, MemoryOrder order);
std::string wmma_store(const Kind& kind, MemoryOrder order);

}  // namespace tcviz::inline gpu_probe
