// Compares the layouts that were probed on a GPU with other sources for its architecture: recorded, compiled,
// published.
#pragma once

#include <string>
#include <vector>

#include "app/cli/kit/output.hpp"
#include "app/cli/kit/table.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_cli {

// The result of a comparison.
struct CrossCheck {
  std::vector<std::string> sources;  // the compared sources
  std::vector<std::string> kinds;
  std::vector<std::vector<std::string>> words;  // for each kind and source: "equal", "DIFFERS" or "-" (unknown)
  int differing = 0;                            // number of "DIFFERS"
};

// Compares the layouts in `report` with those of `sources`.
CrossCheck cross_check(const ProbeReport& report, const Sources& sources);
Table table_of(const CrossCheck& check);
nlohmann::ordered_json json_of(const CrossCheck& check);
// Summarizes: "recorded:sm_90: 75 equal; compiled:sm_90: 75 equal".
std::string summary_of(const CrossCheck& check);

}  // namespace tcviz::inline app_cli
