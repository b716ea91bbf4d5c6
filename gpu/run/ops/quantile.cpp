#include "gpu/run/ops/quantile.hpp"

#include <algorithm>
#include <cmath>

namespace tcviz::inline gpu_ops {

double quantile(std::vector<double> values, double part) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double at = part * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return std::lerp(values[below], values[above], at - static_cast<double>(below));
}

}  // namespace tcviz::inline gpu_ops
