// The PTX text of the kernels whose machine code is read: one module for each architecture, some kernels for each kind.
// Pure text.
#pragma once

#include <span>
#include <string>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_probe {

enum class Direction { Load, Store };

// Returns the name of the kernel that moves one fragment between a packed matrix in `order` and the lanes' registers,
// lane after lane, from its first parameter (an address) to its second.
std::string kernel_name(const Kind& kind, Direction direction, MemoryOrder order);
// Returns the memory orders that a kind is loaded in: its own, or both for an accumulator.
std::span<const MemoryOrder> orders_of(const Kind& kind);

// Returns a module with the kernels of these kinds. An older target than the architecture is legal, so that the text
// for sm_80 serves every later one.
std::string probe_module(ComputeCapability architecture, std::span<const Kind* const> kinds);

}  // namespace tcviz::inline gpu_probe
