// Groups of compiled architectures that share the layout of a kind.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gpu/source/probe/source.hpp"

namespace tcviz::inline gpu_probe {

struct LayoutGroup {
  std::shared_ptr<const Layout> layout;
  std::vector<std::string> architectures;  // "sm_70", "sm_72", rising
};

struct KindGroups {
  std::string kind;
  std::vector<LayoutGroup> groups;   // by their first architecture
  std::vector<std::string> lacking;  // architectures without the kind
};

// Adds one architecture; those of a kind must come in rising order. A null layout: the architecture lacks the kind.
void add_architecture(KindGroups& groups, const std::string& architecture, std::shared_ptr<const Layout> layout);

// Returns "sm_80" for "compiled:sm_80".
std::string compiled_architecture(const SourceInfo& source);
// True if the first architecture comes before the other: sm_90 before sm_100.
bool older(const std::string& first, const std::string& other);

// Returns the architectures of all sources compiled:*, rising.
std::vector<std::string> compiled_architectures(const Sources& sources);
KindGroups group_architectures(const Sources& sources, const std::string& kind);
// Returns the index of an architecture's group, or -1.
int group_of(const KindGroups& groups, const std::string& architecture);

// Returns one line: "the same from sm_80 to sm_121; not in sm_70, sm_72, sm_75", "one layout up to sm_72, another from
// sm_75 on".
std::string describe(const KindGroups& groups);

}  // namespace tcviz::inline gpu_probe
