// Groups the compiled architectures by the layout that they have for a kind.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gpu/source/probe/source.hpp"

namespace tcviz::inline gpu_probe {

// One layout and the architectures that have it.
struct LayoutGroup {
  std::shared_ptr<const Layout> layout;
  std::vector<std::string> architectures;  // in rising order: "sm_70", "sm_72"
};

// All groups of one kind.
struct KindGroups {
  std::string kind;
  std::vector<LayoutGroup> groups;   // in the order of their first architectures
  std::vector<std::string> lacking;  // architectures that lack the kind
};

// Adds one architecture to the groups of a kind; must be called in rising order of architectures. A null layout: the
// architecture lacks the kind.
void add_architecture(KindGroups& groups, const std::string& architecture, std::shared_ptr<const Layout> layout);

// Returns the architecture of a compiled source: "sm_80" for compiled:sm_80.
std::string compiled_architecture(const SourceInfo& source);
// True if `first` is older than `other`: sm_90 is older than sm_100.
bool older(const std::string& first, const std::string& other);

// Returns the architectures of all compiled sources, in rising order.
std::vector<std::string> compiled_architectures(const Sources& sources);
// Returns the groups of all compiled architectures for `kind`.
KindGroups group_architectures(const Sources& sources, const std::string& kind);
// Returns the index of the group that contains an architecture, or -1.
int group_of(const KindGroups& groups, const std::string& architecture);

// Returns the groups as one line: "the same from sm_80 to sm_121; not in sm_70, sm_72, sm_75", "one layout up to sm_72,
// another from sm_75 on".
std::string describe(const KindGroups& groups);

}  // namespace tcviz::inline gpu_probe
