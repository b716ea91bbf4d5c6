// Which compiled architectures share the layout of a kind.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gpu/probe/source.hpp"

namespace tcviz {

struct LayoutGroup {
  Layout layout;
  std::vector<std::string> architectures;  // "sm_70", "sm_72", rising
};

struct KindGroups {
  std::string kind;
  std::vector<LayoutGroup> groups;   // by their first architecture
  std::vector<std::string> lacking;  // architectures without the kind
};

// The architectures of all sources compiled:*, rising.
std::vector<std::string> compiled_architectures(const Sources& sources);
KindGroups group_architectures(const Sources& sources, const std::string& kind);
// The place of an architecture's group, or -1.
int group_of(const KindGroups& groups, const std::string& architecture);

// One line: "the same from sm_80 to sm_121; not in sm_70, sm_72, sm_75", "one layout up to sm_72, another from sm_75
// on".
std::string describe(const KindGroups& groups);

}  // namespace tcviz
