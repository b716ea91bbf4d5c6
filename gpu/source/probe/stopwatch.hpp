// Measures how long a part of the work takes, for reports.
#pragma once

#include <chrono>

namespace tcviz::inline gpu_probe {

using Clock = std::chrono::steady_clock;

inline double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

}  // namespace tcviz::inline gpu_probe
