// Quantiles of measured numbers.
#pragma once

#include <vector>

namespace tcviz::inline gpu_ops {

// Returns the quantile at `part` (0: the smallest, 0.5: the median, 1: the largest), on the straight line between two
// of the values if it falls between them. 0 for no values.
double quantile(std::vector<double> values, double part);

}  // namespace tcviz::inline gpu_ops
