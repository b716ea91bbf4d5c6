// Recomputes the compiled layouts of every architecture and compares them with the known ones.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gpu/source/probe/compiled/recompute.hpp"

namespace tcviz::inline gpu_probe {

// The result for one architecture. The numbers count kinds: equal to the known layout, different, without a known
// layout (added), without a new layout (refused).
struct Compared {
  Recomputed found;
  int equal = 0, differ = 0, added = 0, refused = 0;
  std::string first_refusal;  // the error for the first refused kind
};

// Returns the known map of a kind on an architecture, or none.
using KnownMap = std::function<std::optional<Map>(const std::string& architecture, const std::string& kind)>;

// The progress of the work: kinds of the current architecture, and architectures.
struct RecomputeProgress {
  std::string architecture;  // "sm_90"
  int architectures_done = 0, architectures = 0;
  int kinds_done = 0, kinds = 0;
};
using OnRecompute = std::function<bool(const RecomputeProgress&)>;  // returns false to stop

// Recomputes every architecture in rising order, each by the newest assembler on this machine that knows it. Returns an
// error if there is no assembler (with advice) or if `progress` has stopped the work.
Result<std::vector<Compared>> recompute_every(const KnownMap& known, const OnRecompute& progress);

// Returns a summary: "15 architectures, 1016 layouts: all as before", "... : 2 differ, 1 refused".
std::string describe(const std::vector<Compared>& all);

}  // namespace tcviz::inline gpu_probe
