// What a run of the probes found, kind by kind.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz {

// Called between steps with how many of all are done; returning false cancels.
using Progress = std::function<bool(int done, int all)>;

struct MethodResult {
  std::string method;  // "load", "store", "product"
  bool confirmed = false;
  std::string problem;  // empty where confirmed; otherwise what differed, or the CUDA error
};

struct KindReport {
  std::string kind;
  Result<Layout> layout;              // only where all three methods agree
  std::vector<MethodResult> methods;  // in the order above; ends early where an earlier one failed
};

// Times are wall times in milliseconds. `context_ms` is zero where the device had been opened before; each probe's time
// reaches from building the requests to having read the answers.
struct ProbeReport {
  std::vector<KindReport> kinds;  // in the order asked for
  double context_ms = 0, load_ms = 0, store_ms = 0, product_ms = 0;
  double probes_ms() const { return load_ms + store_ms + product_ms; }
};

}  // namespace tcviz
