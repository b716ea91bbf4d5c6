#include "app/session/maxas/maxas_task.hpp"

#include <algorithm>

namespace tcviz::inline app_session {

std::optional<SgemmKernel> kernel_of_tile(int tile) {
  for (const SgemmKernel& kernel : sgemm_kernels)
    if (kernel.tile == tile) return kernel;
  return std::nullopt;
}

std::optional<Workspace> MaxasTask::leads_to(const MaxasState& maxas, const Action& action) {
  const auto* const turned = std::get_if<SetMaxasPage>(&action);
  const bool there = turned != nullptr && turned->page && turned->page == maxas.page;
  return there ? std::optional(Workspace::Maxas) : std::nullopt;
}

void MaxasTask::follow(MaxasState& maxas, const Linked& look, Workspace) {
  apply_maxas(maxas, SetMaxasKernel{look.kernel});
  if (look.page) return apply_maxas(maxas, SetMaxasPage{look.page});
  apply_maxas(maxas, SetMaxasVariant{look.variant});
  apply_maxas(maxas, SetMaxasColor{look.color_by});
  apply_maxas(maxas, SetMaxasThread{look.thread});
  apply_maxas(maxas, ChooseMaxas{look.chosen});
  apply_maxas(maxas, SetMaxasThread{look.thread});
  apply_maxas(maxas, SetMaxasStep{look.step});
  apply_maxas(maxas, EnlargeMaxas{look.large});
}

}  // namespace tcviz::inline app_session
