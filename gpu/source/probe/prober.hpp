// Runs the probes of every family on a device and keeps a layout only if they agree.
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

// Probes these kinds. Writes `date` (ISO 8601) into the provenance. Reports kinds that the device is too old for as
// such and does not run them. Reports progress between the probes. `stated`: a document's statements about the
// fragments of mma and wgmma, whose products tell a layout only up to names.
ProbeReport probe_kinds(ProbeDevice& device, std::span<const std::string> kinds, const std::string& date,
                        std::mt19937& random, const Progress& progress, const StatedLayouts& stated = {});

// Returns the methods that must agree on a kind, in the order they run: "load", "store", "product".
std::vector<std::string_view> probe_methods(const Kind& kind);

}  // namespace tcviz::inline gpu_probe
