// Judges the result of an operation: compares every slot with the reference on the host, at the element that the slot
// really holds, and all owners of an element with each other.
#pragma once

#include <optional>
#include <string>

#include "gpu/run/ops/simulate.hpp"

namespace tcviz::inline gpu_ops {

// The verdict on the result of an operation.
struct OperationVerdict {
  bool verified = false;  // confirmed by something other than what computed the values
  // Compared slots of the fragment (and values written to memory), and how many of them are wrong.
  int slots = 0, wrong = 0;
  double max_abs_error = 0;
  double allowed = 0;        // the largest difference that was allowed for any slot; 0: exact
  bool owners_agree = true;  // all owners of an element hold the same value
  std::string sentence;      // "all 256 values are exact", "248 of 256 values are wrong, first tid 0, x[1]: ..."
  bool computed = false;     // no error was found, but only by what computed the values

  bool failed() const { return !verified && !computed; }
  std::string_view word() const { return verified ? "verified" : computed ? "computed" : "FAILED"; }
};

// Judges `fragments`, the result for `problem`; `values` is the number of values of one thread.
OperationVerdict judge(const Operation& operation, const Body& body, const Problem& problem, const Fragments& fragments,
                       int values);

// Returns the values as a row-major matrix: for each element the value of its first owner. `there` is the element that
// each slot holds.
std::vector<double> as_matrix(const Kind& kind, const std::vector<double>& by_slot,
                              const std::vector<std::optional<Element>>& there);

}  // namespace tcviz::inline gpu_ops
