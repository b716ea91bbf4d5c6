// Runs the probes of all families of instructions on a device. Keeps a layout only if all probes of its kind agree.
#pragma once

#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/source/probe/probe_device.hpp"
#include "gpu/source/probe/probe_report.hpp"
#include "gpu/source/probe/tensor_prober.hpp"

namespace tcviz::inline gpu_probe {

// Probes `kinds`. Writes `date` (ISO 8601) into the provenance of the layouts. Kinds that the device is too old for are
// not executed; their result says so. Calls `progress` between the probes. `stated` gives the layouts that a document
// states for mma and wgmma, which are needed because a product determines a layout only up to a renaming of m, n and k.
ProbeReport probe_kinds(ProbeDevice& device, std::span<const std::string> kinds, const std::string& date,
                        std::mt19937& random, const Progress& progress, const StatedLayouts& stated = {});

// Returns the methods that must agree on a kind, in the order of execution: "load", "store", "product".
std::vector<std::string_view> probe_methods(const Kind& kind);

}  // namespace tcviz::inline gpu_probe
