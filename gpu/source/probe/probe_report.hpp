// The results of a run of the probes, kind by kind.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_probe {

// Called between parts of the work with the number of those done and of all; returns false to cancel.
using Progress = std::function<bool(int done, int all)>;

struct MethodResult {
  std::string method;  // "load", "store", "product", "one-hot", "code", "metadata"
  bool confirmed = false;
  std::string problem;  // empty if confirmed; otherwise what differed, or the CUDA error
};

struct KindReport {
  std::string kind;
  Result<Layout> layout;              // only if all its methods agree
  std::vector<MethodResult> methods;  // in the order above; ends early if an earlier one failed
};

// The report of a run. Times are wall times in milliseconds. `context_ms` is zero if the device had been opened before;
// each probe's time runs from the start of building the requests to the end of reading the answers.
struct ProbeReport {
  std::vector<KindReport> kinds;  // in the order asked for
  // Load and store are WMMA's; slots are the one-hot, code and metadata probes, and those of matrix moves.
  double context_ms = 0, load_ms = 0, store_ms = 0, slots_ms = 0, product_ms = 0;
  double probes_ms() const { return load_ms + store_ms + slots_ms + product_ms; }
};

}  // namespace tcviz::inline gpu_probe
