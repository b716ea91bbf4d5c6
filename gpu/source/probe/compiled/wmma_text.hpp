// Pieces of PTX for WMMA: the beginning of a module, the registers of a fragment, loads and stores. Pure text.
#pragma once

#include <string>
#include <string_view>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_probe {

// Returns the beginning of a module, with the oldest .target that has all kinds of the architecture.
std::string module_header(ComputeCapability architecture);

// The PTX registers that hold a fragment: type ".b32", ".f32" or ".f64".
struct FragmentRegisters {
  std::string_view type;
  int count = 0, bytes = 4;  // number of registers; bytes of each
};
// Returns the registers of a kind.
FragmentRegisters registers_of(const Kind& kind);
// Returns "%x0, %x1" for the letter "x".
std::string register_list(const FragmentRegisters& registers, std::string_view letter);

// Returns the opcode that loads a fragment, "wmma.load.a.sync.aligned.row.m16n16k16.global.f16" and the like;
// wmma_store() returns the one that stores it. `order` must be that of the kind if its id names one.
std::string wmma_load(const Kind& kind, MemoryOrder order);
std::string wmma_store(const Kind& kind, MemoryOrder order);

}  // namespace tcviz::inline gpu_probe
