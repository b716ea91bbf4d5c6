// The store probe: one slot holds the value one and all others zero, and the place at which the one is stored shows the
// slot's element. Accumulators are stored as a matrix. WMMA cannot store A and B, so they are multiplied by a code
// matrix that spells the k index in binary, and the product is stored. Pure: builds the request and reads the answer.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gpu/layout/result.hpp"
#include "gpu/source/probe/probe_device.hpp"

namespace tcviz::inline gpu_probe {

// Returns the request for a kind.
StoreRequest store_request(const Kind& kind);
// Returns the place at which the one of each slot was stored (its landing): a linear element, or no_element if the
// product or the store does not read that slot (a copy of a replicated element). Refuses a one that appears in several
// places.
Result<std::vector<std::int32_t>> read_store(const Kind& kind, std::span<const std::uint8_t> cells);

// Returns an empty text if the landings confirm the map of the load probe: every landing is the element in the map, and
// every element is hit. Else returns a text about the first difference.
std::string compare_landings(const Kind& kind, std::span<const std::int32_t> map,
                             std::span<const std::int32_t> landings);

// Returns a text about the copies in a replicated fragment that the product does not read, "the product reads x[0] to
// x[7] only; the other values are copies"; empty if it reads every slot.
std::string describe_unread(const Kind& kind, std::span<const std::int32_t> landings);

}  // namespace tcviz::inline gpu_probe
