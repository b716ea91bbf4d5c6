// Computes the layouts of an architecture from machine code: assembles the probe kernels, decodes the code and executes
// it on the CPU, and keeps a layout only if all checks agree. Needs an assembler, but no GPU.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gpu/layout/result.hpp"
#include "gpu/source/probe/compiled/assembler.hpp"
#include "gpu/source/probe/probe_report.hpp"
#include "gpu/source/sass/cubin.hpp"

namespace tcviz::inline gpu_probe {

using Map = std::vector<std::int32_t>;  // linear element (row * columns + column) of each slot

struct CompiledMap {
  const Kind* kind = nullptr;
  Result<Map> map;
};

// The recomputed layouts of one architecture.
struct Recomputed {
  ComputeCapability architecture = 0;
  std::string assembler;           // version of the assembler
  std::vector<CompiledMap> kinds;  // the kinds that the architecture has
  double assemble_ms = 0, trace_ms = 0;
};

// Returns the map of a kind as its kernels in `cubins` show it. Checks it: an accumulator gives the same map in both
// memory orders and is stored back to where it was loaded from, every element has equally many owners, and all cubins
// agree (one is optimised and one is not).
Result<Map> map_from_code(const Kind& kind, std::span<const Cubin> cubins);

// Recomputes every kind; refuses an architecture that the assembler does not know. Calls `progress` in the calling
// thread with numbers of kinds; if it returns false, the result is an error.
Result<Recomputed> recompute(Assembler& assembler, ComputeCapability architecture, const Progress& progress);

// Returns an error if the assembler does not know the architecture. Must be called before the assembler is used for it,
// which might otherwise end the process.
Status check_known(Assembler& assembler, ComputeCapability architecture);

// Returns the kinds that an architecture has.
std::vector<const Kind*> kinds_since(ComputeCapability architecture);
// Returns "sm_80" for 80.
std::string architecture_name(ComputeCapability architecture);

}  // namespace tcviz::inline gpu_probe
