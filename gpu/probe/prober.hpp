// Runs the three probes on a device and keeps a layout only where they agree.
#pragma once

#include <random>
#include <span>
#include <string>

#include "gpu/probe/probe_device.hpp"
#include "gpu/probe/probe_report.hpp"

namespace tcviz {

// `date` (ISO 8601) is written into the provenance. Kinds that the device is too old for are reported so and not run.
// Progress is asked between the probes.
ProbeReport probe_kinds(ProbeDevice& device, std::span<const std::string> kinds, const std::string& date,
                        std::mt19937& random, const Progress& progress);

}  // namespace tcviz
