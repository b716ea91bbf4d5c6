// The layouts of all architectures in one small file: each distinct map (element of each slot) once, with the
// architectures that share it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/layout.hpp"
#include "gpu/source/probe/compiled/recompute.hpp"

namespace tcviz::inline gpu_probe {

struct CompiledArchitecture {
  ComputeCapability architecture = 0;
  std::string assembler;  // version of the nvJitLink that made the machine code
};

// Architectures that share the layout of a kind.
struct CompiledGroup {
  const Kind* kind = nullptr;
  std::size_t map = 0;  // index in CompiledTable::maps
  std::vector<ComputeCapability> architectures;
};

// The content of the file.
struct CompiledTable {
  std::string date;  // ISO 8601
  std::vector<CompiledArchitecture> architectures;
  std::vector<Map> maps;
  std::vector<CompiledGroup> groups;  // in catalogue order, then by the first architecture

  // Returns the entry of an architecture; null if it is missing.
  const CompiledArchitecture* find(ComputeCapability architecture) const;
  // Returns the map of a kind; null if the architecture lacks the kind or is not known.
  const Map* map_of(const Kind& kind, ComputeCapability architecture) const;
  // Returns the kinds that an architecture has.
  std::vector<const Kind*> kinds_of(ComputeCapability architecture) const;
};

// Adds the recomputed layouts of one architecture to `table`; leaves out kinds without a layout.
void add_to(CompiledTable& table, const Recomputed& recomputed);
// Returns the layout with this map; its provenance is the machine code of the architecture `made`.
Result<Layout> compiled_layout(const Kind& kind, Map map, const CompiledArchitecture& made, const std::string& date);

// Reads or writes the text of the file:
Result<CompiledTable> parse_compiled(std::string_view json);
std::string to_json(const CompiledTable& table);

}  // namespace tcviz::inline gpu_probe
