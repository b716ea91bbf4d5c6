// Parts of PTX text for WMMA: what a module begins with, a fragment's registers, loads and stores. Pure text.
#pragma once

#include <string>
#include <string_view>

#include "gpu/layout/kind.hpp"

namespace tcviz {

// The oldest target that has everything the architecture has. An older target than the architecture is legal.
std::string module_header(ComputeCapability architecture);

// What a fragment is held in by PTX: ".b32", ".f32" or ".f64" registers.
struct FragmentRegisters {
  std::string_view type;
  int count = 0, bytes = 4;
};
FragmentRegisters registers_of(const Kind& kind);
// "%x0, %x1" for the letter x.
std::string register_list(const FragmentRegisters& registers, std::string_view letter);

// "wmma.load.a.sync.aligned.row.m16n16k16.global.f16"; a kind with an order of its own has no other.
std::string wmma_load(const Kind& kind, MemoryOrder order);
std::string wmma_store(const Kind& kind, MemoryOrder order);

}  // namespace tcviz
