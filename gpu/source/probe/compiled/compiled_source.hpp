// The sources compiled:sm_70, compiled:sm_75 ...: layouts of every architecture that a compiler knows, from the file in
// the program or from an assembler.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gpu/source/probe/compiled/compiled_file.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline gpu_probe {

// Makes one source for each architecture in the table. If the architecture lacks a kind, the source answers with the
// reason.
std::vector<std::unique_ptr<LayoutSource>> make_compiled_sources(std::shared_ptr<const CompiledTable> table);

// Makes the source of an architecture that is not in the table; it recomputes the layouts when it is first used.
std::unique_ptr<LayoutSource> make_recomputing_source(std::shared_ptr<Assembler> assembler,
                                                      ComputeCapability architecture);

}  // namespace tcviz::inline gpu_probe
