// Computes the layouts of an architecture again from machine code: assembles the probe kernels, decodes and runs them,
// and keeps a layout only if everything agrees. Needs an assembler, but no GPU.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gpu/layout/result.hpp"
#include "gpu/source/probe/compiled/assembler.hpp"
#include "gpu/source/probe/probe_report.hpp"
#include "gpu/source/sass/cubin.hpp"

namespace tcviz::inline gpu_probe {

using Map = std::vector<std::int32_t>;  // slot -> linear element

struct CompiledMap {
  const Kind* kind = nullptr;
  Result<Map> map;
};

struct Recomputed {
  ComputeCapability architecture = 0;
  std::string assembler;           // its version
  std::vector<CompiledMap> kinds;  // those that the architecture has
  double assemble_ms = 0, trace_ms = 0;
};

// Reads the layout from the kernels of one kind in these cubins. It checks itself: an accumulator is loaded alike in
// both memory orders and stored back to where it was loaded from, every element is owned equally often, and all cubins
// agree (one is optimised and one is not).
Result<Map> map_from_code(const Kind& kind, std::span<const Cubin> cubins);

// Recomputes every kind; refuses an architecture that the assembler does not know. Calls `progress` in the calling
// thread with numbers of kinds; cancelling ends in an error.
Result<Recomputed> recompute(Assembler& assembler, ComputeCapability architecture, const Progress& progress);

// Returns an error if the assembler does not know the architecture: asking it all the same may end the process.
Status check_known(Assembler& assembler, ComputeCapability architecture);

std::vector<const Kind*> kinds_since(ComputeCapability architecture);
std::string architecture_name(ComputeCapability architecture);  // "sm_80"

}  // namespace tcviz::inline gpu_probe
