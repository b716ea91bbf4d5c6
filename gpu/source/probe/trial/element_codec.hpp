// Packs elements into the bytes of a matrix in memory and into the registers of a fragment, and unpacks them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/layout/element_value.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_probe {

// Returns the bytes of a matrix in memory, packed in `order` without gaps. `elements` are the bits of the elements, row
// by row.
std::vector<std::uint8_t> pack_matrix(ElementType type, int rows, int cols, MemoryOrder order,
                                      std::span<const std::uint64_t> elements);

// Returns the words of a fragment (see probe_device.hpp) whose slots hold these bits. unpack_words() returns the bits
// in every slot.
std::vector<std::uint32_t> pack_words(const Kind& kind, std::span<const std::uint64_t> slots);
std::vector<std::uint64_t> unpack_words(const Kind& kind, std::span<const std::uint32_t> words);

}  // namespace tcviz::inline gpu_probe
