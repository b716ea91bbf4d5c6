// The load probe: puts a distinct value into every element in memory, loads the fragment and reads every value back.
// For types too narrow for distinct values, several loads each carry some bits of the value (a plane). Pure: builds the
// request and reads the answer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/layout/result.hpp"
#include "gpu/source/probe/probe_device.hpp"

namespace tcviz::inline gpu_probe {

// Returns the request for a kind.
LoadRequest load_request(const Kind& kind);
// Returns the map that the answer shows: linear element of each slot, or no_element. Every plane is also loaded with
// all bits inverted; a slot that does not change with it holds no element. Refuses a slot that mixes elements, and an
// accumulator that differs between row-major and column-major order.
Result<std::vector<std::int32_t>> read_load(const Kind& kind, std::span<const std::uint32_t> words);

}  // namespace tcviz::inline gpu_probe
