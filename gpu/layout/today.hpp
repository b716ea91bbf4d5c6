// The date that is written into reports and layout files. Knows nothing of either.
#pragma once

#include <string>

namespace tcviz::inline gpu_layout {

// ISO 8601, "2026-11-22": the day on the clock of whoever measures, as the environment's TZ has it.
std::string today();

}  // namespace tcviz::inline gpu_layout
