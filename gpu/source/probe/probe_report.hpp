// The results of probing, for each kind.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_probe {

// Is called between parts of the work with the numbers of finished parts and of all parts; returns false to cancel.
using Progress = std::function<bool(int done, int all)>;

// The result of one probe for one kind.
struct MethodResult {
  std::string method;  // "load", "store", "product", "one-hot", "code", "metadata"
  bool confirmed = false;
  std::string problem;  // empty if confirmed; else the first difference, or the CUDA error
};

// The result of all probes for one kind.
struct KindReport {
  std::string kind;
  Result<Layout> layout;              // an error unless all methods agree
  std::vector<MethodResult> methods;  // in the order of execution; methods after a failed one are missing
};

// The report of one run of the probes. Times are wall times in milliseconds. `context_ms` is zero if the device was
// already open; the time of each probe includes building the requests and reading the answers.
struct ProbeReport {
  std::vector<KindReport> kinds;  // in the order of the request
  // load_ms and store_ms are of WMMA; slots_ms is of the one-hot, code and metadata probes and of matrix moves
  // (ldmatrix and the like).
  double context_ms = 0, load_ms = 0, store_ms = 0, slots_ms = 0, product_ms = 0;
  double probes_ms() const { return load_ms + store_ms + slots_ms + product_ms; }
};

}  // namespace tcviz::inline gpu_probe
