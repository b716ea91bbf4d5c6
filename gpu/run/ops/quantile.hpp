// Quantiles of measured values.
#pragma once

#include <vector>

namespace tcviz::inline gpu_ops {

// Returns the quantile at `part` (0: the smallest value, 0.5: the median, 1: the largest), interpolated linearly
// between two values. Returns 0 if there are no values.
double quantile(std::vector<double> values, double part);

}  // namespace tcviz::inline gpu_ops
