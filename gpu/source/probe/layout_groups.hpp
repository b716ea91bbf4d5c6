// Which compiled architectures share the layout of a kind.
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

// Adds one architecture, those of a kind in rising order. Null: it lacks the kind.
void add_architecture(KindGroups& groups, const std::string& architecture, std::shared_ptr<const Layout> layout);

// "sm_80" of "compiled:sm_80".
std::string compiled_architecture(const SourceInfo& source);
// Whether the first architecture comes before the other: sm_90 before sm_100.
bool older(const std::string& first, const std::string& other);

// The architectures of all sources compiled:*, rising.
std::vector<std::string> compiled_architectures(const Sources& sources);
KindGroups group_architectures(const Sources& sources, const std::string& kind);
// The place of an architecture's group, or -1.
int group_of(const KindGroups& groups, const std::string& architecture);

// One line: "the same from sm_80 to sm_121; not in sm_70, sm_72, sm_75", "one layout up to sm_72, another from sm_75
// on".
std::string describe(const KindGroups& groups);

}  // namespace tcviz::inline gpu_probe
