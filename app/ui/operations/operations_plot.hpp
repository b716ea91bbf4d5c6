// How many times faster registers are than shared memory, over the number of fragments; with buttons that export it.
#pragma once

#include <memory>

#include "app/session/operations/operations_state.hpp"
#include "app/ui/kit/plot_view.hpp"

namespace tcviz::inline app_ui {

class TimingPlot {
 public:
  // Of a run that has a result.
  void draw(const Ui& ui, const std::shared_ptr<const OperationsRun>& run);

 private:
  std::shared_ptr<const OperationsRun> run_;
  ShownPlot shown_;  // made from it
};

}  // namespace tcviz::inline app_ui
