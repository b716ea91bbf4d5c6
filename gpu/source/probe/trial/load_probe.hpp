// The load probe: distinct values in memory, loaded as a fragment, every value read back. Types too narrow for a
// distinct value are read in planes of bits. Pure: builds the request and reads the answer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/layout/result.hpp"
#include "gpu/source/probe/probe_device.hpp"

namespace tcviz::inline gpu_probe {

LoadRequest load_request(const Kind& kind);
// Reads the map that the words show, slot -> linear element or no_element. Every plane is loaded once more with all
// bits inverted: a slot that does not follow holds no copy of an element. Refuses a slot that mixes elements, and an
// accumulator that differs between row-major and column-major order.
Result<std::vector<std::int32_t>> read_load(const Kind& kind, std::span<const std::uint32_t> words);

}  // namespace tcviz::inline gpu_probe
