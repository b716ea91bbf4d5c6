// The store probe: a single slot holds the value one, all others zero, and the place where the one lands is read.
// Accumulators are stored as a matrix. WMMA cannot store operands, so A and B are multiplied by a code matrix that
// spells the k index in binary, and the product is stored. Pure: builds the request and reads the answer.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gpu/layout/result.hpp"
#include "gpu/source/probe/probe_device.hpp"

namespace tcviz::inline gpu_probe {

StoreRequest store_request(const Kind& kind);
// Returns the place where the one of every slot landed: a linear element, or no_element if the product or the store
// does not read that slot (a copy of a replicated element). Refuses a one that lands in several places.
Result<std::vector<std::int32_t>> read_store(const Kind& kind, std::span<const std::uint8_t> cells);

// Returns an empty text if the landings confirm the map: every landing is the element that the load probe saw, and
// every element is hit. Otherwise the first difference.
std::string compare_landings(const Kind& kind, std::span<const std::int32_t> map,
                             std::span<const std::int32_t> landings);

// Describes the copies of a replicated fragment that the product does not read; empty if it reads every slot. "the
// product reads x[0] to x[7] only; the other values are copies"
std::string describe_unread(const Kind& kind, std::span<const std::int32_t> landings);

}  // namespace tcviz::inline gpu_probe
