// Compares the layouts that a GPU gave with the other sources of its architecture: recorded, compiled and published.
#pragma once

#include <string>
#include <vector>

#include "app/cli/kit/output.hpp"
#include "app/cli/kit/table.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_cli {

struct CrossCheck {
  std::vector<std::string> sources;  // those of this architecture
  std::vector<std::string> kinds;
  std::vector<std::vector<std::string>> words;  // kind by kind: "equal", "DIFFERS" or "-" of every source
  int differing = 0;
};

CrossCheck cross_check(const ProbeReport& report, const Sources& sources);
Table table_of(const CrossCheck& check);
nlohmann::ordered_json json_of(const CrossCheck& check);
// Returns "recorded:sm_90: 75 equal; compiled:sm_90: 75 equal".
std::string summary_of(const CrossCheck& check);

}  // namespace tcviz::inline app_cli
