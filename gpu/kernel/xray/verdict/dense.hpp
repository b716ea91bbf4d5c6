// Numbers over named axes, row by row: the host computes expected values with them. Knows neither arrays nor kernels.
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

// The most work that the host does, counted in multiply-adds, and the most values of one result.
class HostBudget {
 public:
  static constexpr std::int64_t most_work = 400'000'000, most_values = std::int64_t{1} << 24;
  // Takes from the budget; an error once it is spent; it stays spent.
  Status take(std::int64_t work, std::int64_t values);

 private:
  std::int64_t left_ = most_work;
};

// Returns the product of sizes; large products are all the same number.
std::int64_t count_of(const std::vector<std::int64_t>& sizes);

// Returns the numbers in the order of these axes, which include all axes of `of`; repeats them along the others.
Result<DenseNumbers> arranged(const DenseNumbers& of, const std::vector<int>& axes,
                              const std::vector<std::int64_t>& sizes, HostBudget& budget);

using OfTwo = double (*)(double, double);
// Combines two arrays element by element over the axes of both.
Result<DenseNumbers> combined(const DenseNumbers& a, const DenseNumbers& b, OfTwo of, HostBudget& budget);
// Reduces numbers over these axes, which they have.
Result<DenseNumbers> reduced(const DenseNumbers& of, const std::vector<int>& over, OfTwo by, HostBudget& budget);
// Returns the sum over these axes of the product; each of them is an axis of a or b, or of both.
Result<DenseNumbers> contracted(DenseNumbers a, DenseNumbers b, const std::vector<int>& over, HostBudget& budget);

}  // namespace tcviz::inline gpu_xray
