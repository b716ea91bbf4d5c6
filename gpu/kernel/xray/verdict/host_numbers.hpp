// The host's values of an expression of a launch's arrays: dense, in double precision, within a budget.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gpu/kernel/xray/verdict/dense.hpp"
#include "gpu/kernel/xray/verdict/request.hpp"

namespace tcviz::inline gpu_xray {

struct PassedScalar {
  double value = 0;       // as it was rounded for the kernel
  bool is_float = false;  // false: a size
};

// The inputs of a kernel; a dimension has one size in all arrays (dimensions_of).
struct HostInputs {
  const XrayRequest& launch;
  const std::vector<std::pair<std::string, std::vector<double>>>& numbers;  // of each input array, as it lies in memory
  std::vector<PassedScalar> scalars;                                        // of each argument
};

// For each axis of the launch (axes_of): the wanted indices; none: all.
using WantedIndices = std::vector<std::vector<std::int64_t>>;

class HostNumbers {
 public:
  HostNumbers(const HostInputs& inputs, WantedIndices wanted);

  // Computes an expression over all indices of axes that a part of it is reduced over, and over the wanted indices of
  // others.
  Result<DenseNumbers> evaluate(const OutputExpectation& of);
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
  // Reductions by their text: usual expectations share them.
  std::map<std::pair<AxisBits, std::string>, DenseNumbers> known_;
  std::size_t known_values_ = 0;
};

// Returns the distance in memory of two neighbours of each dimension, in elements.
std::vector<std::int64_t> place_strides(const XrayArray& array);

}  // namespace tcviz::inline gpu_xray
