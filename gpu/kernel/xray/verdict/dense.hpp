// Dense arrays of doubles over named axes, row by row, with which the host computes expected values. Knows neither the
// arrays of a launch nor kernels.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_xray {

// An array of numbers over some axes.
struct DenseNumbers {
  std::vector<int> axes;  // numbers of axes, each once; the last one varies fastest
  std::vector<std::int64_t> sizes;
  std::vector<double> values;
};

// Limits the work of the host, counted in multiply-adds, and the number of values of one result.
class HostBudget {
 public:
  static constexpr std::int64_t most_work = 400'000'000, most_values = std::int64_t{1} << 24;
  // Takes `work` from the budget. Returns an error once the budget is spent, also for all later calls.
  Status take(std::int64_t work, std::int64_t values);

 private:
  std::int64_t left_ = most_work;
};

// Returns the product of `sizes`, limited to a maximum for large products.
std::int64_t count_of(const std::vector<std::int64_t>& sizes);

// Returns the numbers of `of` in the order of `axes`, which include all axes of `of`; repeats the numbers along the
// other axes.
Result<DenseNumbers> arranged(const DenseNumbers& of, const std::vector<int>& axes,
                              const std::vector<std::int64_t>& sizes, HostBudget& budget);

using OfTwo = double (*)(double, double);
// Combines `a` and `b` element by element, over the axes of both.
Result<DenseNumbers> combined(const DenseNumbers& a, const DenseNumbers& b, OfTwo of, HostBudget& budget);
// Reduces `of` over the axes `over`, which it must have.
Result<DenseNumbers> reduced(const DenseNumbers& of, const std::vector<int>& over, OfTwo by, HostBudget& budget);
// Returns the sum over the axes `over` of the product of `a` and `b`. Each of these axes is an axis of `a`, of `b`, or
// of both.
Result<DenseNumbers> contracted(DenseNumbers a, DenseNumbers b, const std::vector<int>& over, HostBudget& budget);

}  // namespace tcviz::inline gpu_xray
