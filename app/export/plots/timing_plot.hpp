// Timings of an operation as a table and as a picture: the ratio of both ways over the number of fragments.
#pragma once

#include <string>

#include "app/export/plots/plot.hpp"
#include "gpu/run/ops/run.hpp"

namespace tcviz::inline app_export {

std::string timing_csv(const RunResult& result);
Plot timing_plot(const RunResult& result);

}  // namespace tcviz::inline app_export
