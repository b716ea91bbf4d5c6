// The timings of an operation on fragments as a table (CSV) and as a plot: the ratio of the times through shared memory
// and in registers, over the number of fragments.
#pragma once

#include <string>

#include "app/export/plots/plot.hpp"
#include "gpu/run/ops/run.hpp"

namespace tcviz::inline app_export {

std::string timing_csv(const RunResult& result);
Plot timing_plot(const RunResult& result);

}  // namespace tcviz::inline app_export
