// Generates the PTX of the kernels whose machine code shows the layouts: one module for each architecture, some kernels
// for each kind. Pure text.
#pragma once

#include <span>
#include <string>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_probe {

enum class Direction { Load, Store };

// Returns the name of the kernel that moves one fragment. It loads a packed matrix in `order` from its first parameter
// (an address) and stores the registers, lane after lane, to the second; for Direction::Store it moves in the opposite
// direction.
std::string kernel_name(const Kind& kind, Direction direction, MemoryOrder order);
// Returns the memory orders in which a kind is loaded: the one that its id names, or both for an accumulator.
std::span<const MemoryOrder> orders_of(const Kind& kind);

// Returns a module with the kernels of `kinds`. Its .target may be older than `architecture`, so the text for sm_80 is
// also that of later architectures.
std::string probe_module(ComputeCapability architecture, std::span<const Kind* const> kinds);

}  // namespace tcviz::inline gpu_probe
