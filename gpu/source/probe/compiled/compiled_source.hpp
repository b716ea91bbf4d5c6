// Every architecture that a compiler knows, as sources compiled:sm_70, compiled:sm_75 ..., from the file that travels
// with the program or from an assembler.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gpu/source/probe/compiled/compiled_file.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline gpu_probe {

// Makes one source for each architecture in the table. The source answers a kind that the architecture lacks with the
// reason.
std::vector<std::unique_ptr<LayoutSource>> make_compiled_sources(std::shared_ptr<const CompiledTable> table);

// Makes the source of an architecture that is not in the table, recomputed when it is first asked.
std::unique_ptr<LayoutSource> make_recomputing_source(std::shared_ptr<Assembler> assembler,
                                                      ComputeCapability architecture);

}  // namespace tcviz::inline gpu_probe
