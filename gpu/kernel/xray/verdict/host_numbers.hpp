// Computes the values of an expression over a launch's arrays on the host: in double precision, within a budget.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gpu/kernel/xray/verdict/dense.hpp"
#include "gpu/kernel/xray/verdict/request.hpp"

namespace tcviz::inline gpu_xray {

// A scalar argument as the kernel receives it.
struct PassedScalar {
  double value = 0;       // value as the kernel receives it, rounded to the parameter's type
  bool is_float = false;  // false: an integer, such as a size
};

// The inputs of a kernel. A dimension has one size in all arrays (see dimensions_of).
struct HostInputs {
  const XrayRequest& launch;
  // Name and numbers of each input array, in the order of memory.
  const std::vector<std::pair<std::string, std::vector<double>>>& numbers;
  std::vector<PassedScalar> scalars;        // one for each argument of the launch
  std::vector<std::string> only_read = {};  // names of the arrays that the kernel read and never stored to
};

// The indices of each axis of the launch (axes_of) for which values are wanted; empty: all.
using WantedIndices = std::vector<std::vector<std::int64_t>>;

// Computes expressions for the wanted indices of one output.
class HostNumbers {
 public:
  HostNumbers(const HostInputs& inputs, WantedIndices wanted);

  // Computes the values of an expression: for all indices of axes over which a part is reduced, and for the wanted
  // indices of other axes.
  Result<DenseNumbers> evaluate(const OutputExpectation& of);
  // Returns the number of indices of an axis that are computed; `bound` has the reduced axes.
  std::int64_t size(std::size_t axis, AxisBits bound) const;
  const WantedIndices& wanted() const { return wanted_; }
  HostBudget& budget() { return budget_; }

 private:
  Result<DenseNumbers> value(const OutputExpectation& of, int node);
  Result<DenseNumbers> computed(const OutputExpectation& of, const ExpectedNode& node);
  Result<DenseNumbers> input(const OutputExpectation& of, const ExpectedNode& node) const;
  Result<DenseNumbers> of_one(const OutputExpectation& of, const ExpectedNode& node);
  Result<DenseNumbers> of_two(const OutputExpectation& of, const ExpectedNode& node);
  Result<DenseNumbers> reduction(const OutputExpectation& of, const ExpectedNode& node);
  Result<DenseNumbers> sum(const OutputExpectation& of, const ExpectedNode& node);
  Result<DenseNumbers> softmax(const OutputExpectation& of, const ExpectedNode& node);
  Result<DenseNumbers> causal(const OutputExpectation& of, const ExpectedNode& node);
  Status factors(const OutputExpectation& of, int node, bool inverse, std::vector<DenseNumbers>& into);
  std::int64_t index(int axis, std::int64_t at, AxisBits bound) const;

  const HostInputs& inputs_;
  std::vector<ArrayDimension> axes_;
  WantedIndices wanted_;
  HostBudget budget_;
  // Cached values of reductions by their text, which several usual expectations contain.
  std::map<std::pair<AxisBits, std::string>, DenseNumbers> known_;
  std::size_t known_values_ = 0;
};

// Returns the distance in memory between neighbours along each dimension, in elements.
std::vector<std::int64_t> place_strides(const XrayArray& array);

}  // namespace tcviz::inline gpu_xray
