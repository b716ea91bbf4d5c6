// Numbers over named axes, row by row: what the host computes expected values with. Knows neither arrays nor kernels.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_xray {

struct DenseNumbers {
  std::vector<int> axes;  // each once; the last one is the fastest
  std::vector<std::int64_t> sizes;
  std::vector<double> values;
};

// How much the host does at most, counted in multiply-adds, and how many values one result has.
class HostBudget {
 public:
  static constexpr std::int64_t most_work = 400'000'000, most_values = std::int64_t{1} << 24;
  // An error once it is spent; it stays spent.
  Status take(std::int64_t work, std::int64_t values);

 private:
  std::int64_t left_ = most_work;
};

// The product of sizes; large ones are all alike.
std::int64_t count_of(const std::vector<std::int64_t>& sizes);

// In the order of these axes; those that `of` lacks are repeated. They hold all axes of `of`.
Result<DenseNumbers> arranged(const DenseNumbers& of, const std::vector<int>& axes,
                              const std::vector<std::int64_t>& sizes, HostBudget& budget);

using OfTwo = double (*)(double, double);
// Element by element over the axes of both.
Result<DenseNumbers> combined(const DenseNumbers& a, const DenseNumbers& b, OfTwo of, HostBudget& budget);
// Over these axes, which it has.
Result<DenseNumbers> reduced(const DenseNumbers& of, const std::vector<int>& over, OfTwo by, HostBudget& budget);
// The sum over these axes of the product; each of them is one of a or b, or of both.
Result<DenseNumbers> contracted(DenseNumbers a, DenseNumbers b, const std::vector<int>& over, HostBudget& budget);

}  // namespace tcviz::inline gpu_xray
