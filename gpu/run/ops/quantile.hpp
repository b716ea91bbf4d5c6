// Quantiles of measured numbers.
#pragma once

#include <vector>

namespace tcviz::inline gpu_ops {

// Between two of the values where `part` (0: the smallest, 0.5: the median, 1: the largest) falls between them, on the
// straight line. 0 of no values.
double quantile(std::vector<double> values, double part);

}  // namespace tcviz::inline gpu_ops
