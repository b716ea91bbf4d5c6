// Judges an operation's result: compares every slot with the host reference, at the element that the slot really holds,
// and all owners of an element with each other.
#pragma once

#include <optional>
#include <string>

#include "gpu/run/ops/simulate.hpp"

namespace tcviz::inline gpu_ops {

struct OperationVerdict {
  bool verified = false;     // something other than the executor of the values has confirmed them
  int slots = 0, wrong = 0;  // slots of the fragment (and of what was written to memory) that were compared
  double max_abs_error = 0;
  double allowed = 0;        // the largest difference that was allowed anywhere; 0: exact
  bool owners_agree = true;  // all owners of an element hold the same value
  std::string sentence;      // "all 256 values are exact", "248 of 256 values are wrong, first tid 0, x[1]: ..."
  bool computed = false;  // nothing speaks against the values, but only the executor that computed them has judged them

  bool failed() const { return !verified && !computed; }
  std::string_view word() const { return verified ? "verified" : computed ? "computed" : "FAILED"; }
};

OperationVerdict judge(const Operation& operation, const Body& body, const Problem& problem, const Fragments& fragments,
                       int values);

// Returns the values by element, row-major: the value of each element's first owner.
std::vector<double> as_matrix(const Kind& kind, const std::vector<double>& by_slot,
                              const std::vector<std::optional<Element>>& there);

}  // namespace tcviz::inline gpu_ops
