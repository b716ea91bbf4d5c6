// The compiled layouts of every architecture read afresh, and held against those that are known.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gpu/probe/recompute.hpp"

namespace tcviz {

// One architecture, counted in kinds.
struct Reread {
  Recomputed found;
  int equal = 0, differ = 0, added = 0, refused = 0;
  std::string first_refusal;
};

// The known map of a kind, or none.
using KnownMap = std::function<std::optional<Map>(const std::string& architecture, const std::string& kind)>;

// Where it stands: kinds of one architecture, among all architectures.
struct RereadProgress {
  std::string architecture;  // "sm_90"
  int architectures_done = 0, architectures = 0;
  int kinds_done = 0, kinds = 0;
};
using OnReread = std::function<bool(const RereadProgress&)>;  // false: stop

// Every architecture, by the newest assembler here that knows it; in rising order. An error where there is no assembler
// (it says what to do) and where `progress` has stopped it.
Result<std::vector<Reread>> reread_all(const KnownMap& known, const OnReread& progress);

// "15 architectures, 1016 layouts: all as before", "... : 2 differ, 1 refused".
std::string describe(const std::vector<Reread>& all);

}  // namespace tcviz
