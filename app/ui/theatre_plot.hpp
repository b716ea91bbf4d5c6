// How many times faster registers are than shared memory, over the number of fragments; with buttons that export it.
#pragma once

#include "app/ui/panel.hpp"
#include "gpu/ops/run.hpp"

namespace tcviz {

void draw_timing_plot(const Ui& ui, const RunResult& result);

}  // namespace tcviz
