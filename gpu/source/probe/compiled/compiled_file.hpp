// The layouts of every architecture in one small file: each distinct map once, with the architectures that have it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/layout.hpp"
#include "gpu/source/probe/compiled/recompute.hpp"

namespace tcviz::inline gpu_probe {

struct CompiledArchitecture {
  ComputeCapability architecture = 0;
  std::string assembler;  // the version of nvJitLink that made the code
};

struct CompiledGroup {
  const Kind* kind = nullptr;
  std::size_t map = 0;  // index into `maps`
  std::vector<ComputeCapability> architectures;
};

struct CompiledTable {
  std::string date;  // ISO 8601
  std::vector<CompiledArchitecture> architectures;
  std::vector<Map> maps;
  std::vector<CompiledGroup> groups;  // in catalogue order, then by the first architecture

  const CompiledArchitecture* find(ComputeCapability architecture) const;
  // Returns null if the architecture does not have the kind, or is not known.
  const Map* map_of(const Kind& kind, ComputeCapability architecture) const;
  std::vector<const Kind*> kinds_of(ComputeCapability architecture) const;
};

// Adds the recomputed layouts of one architecture; leaves out kinds without a layout.
void add_to(CompiledTable& table, const Recomputed& recomputed);
// Returns the layout of a map, with the provenance of code for this architecture.
Result<Layout> compiled_layout(const Kind& kind, Map map, const CompiledArchitecture& made, const std::string& date);

// Reads and writes the file's text:
// {"format": "tcviz-compiled/1", "date", "architectures": [{"name", "assembler"}], "maps": [[...]],
//  "kinds": [{"kind", "layouts": [{"map": 0, "architectures": ["sm_80"]}]}]}
Result<CompiledTable> parse_compiled(std::string_view json);
std::string to_json(const CompiledTable& table);

}  // namespace tcviz::inline gpu_probe
