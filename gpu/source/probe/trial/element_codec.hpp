// Packed elements in memory and in a fragment's registers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/layout/element_value.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_probe {

// Returns a matrix as it lies in memory: `elements` row by row, each the bits of one element; packed in `order` without
// gaps.
std::vector<std::uint8_t> pack_matrix(ElementType type, int rows, int cols, MemoryOrder order,
                                      std::span<const std::uint64_t> elements);

// Returns the fragment words (see probe_device.hpp) for the bits in every slot, and the bits in every slot for fragment
// words.
std::vector<std::uint32_t> pack_words(const Kind& kind, std::span<const std::uint64_t> slots);
std::vector<std::uint64_t> unpack_words(const Kind& kind, std::span<const std::uint32_t> words);

}  // namespace tcviz::inline gpu_probe
