// Every layout that the repository knows, from every source that needs no GPU.
#pragma once

#include <string>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz {

struct SourcedLayout {
  std::string device;  // "recorded:sm_90", "compiled:sm_80", "published:sm_70"
  Layout layout;
};

// Of the folder of layout files: recorded and published ones, then those of compiled.json.
std::vector<SourcedLayout> every_layout(const std::string& folder);

// The same without those of a kind whose map another source has too, for what takes long.
std::vector<SourcedLayout> every_distinct_layout(const std::string& folder);

}  // namespace tcviz
