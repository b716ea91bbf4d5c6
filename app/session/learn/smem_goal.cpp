#include "app/session/learn/smem_goal.hpp"

#include <algorithm>

#include "app/session/shared_memory/smem_trials.hpp"

namespace tcviz::inline app_session {
namespace {

bool element_fits(const OperandImage& image, const LessonGoal& goal, Element e) {
  return agrees(goal.row, e.row) && agrees(goal.col, e.col) &&
         agrees(goal.bank, image.address(e.row, e.col) / bank_bytes % banks);
}

std::optional<Element> find_element(const OperandImage& image, const LessonGoal& goal, bool right) {
  for (int row = 0; row < image.rows; ++row)
    for (int col = 0; col < image.cols; ++col)
      if (element_fits(image, goal, {row, col}) == right) return Element{row, col};
  return std::nullopt;
}

// Returns the number of wavefronts of the access on screen; none if it is impossible.
std::optional<int> wavefronts_of(const SmemLook& look) {
  const WarpAccess* const access = find_warp_access(look.access.op);
  const Result<LaneAddresses> lanes = lanes_of(look);
  if (access == nullptr || !lanes) return std::nullopt;
  const Result<BankReport> report = count_wavefronts(*access, lanes.value());
  return report ? std::optional(report.value().wavefronts) : std::nullopt;
}

std::optional<SmemAction> find_trial(const SmemLook& look, const LessonGoal& goal, bool right) {
  for (const SmemTrial& trial : trials_of(look).rows)
    if ((trial.wavefronts == goal.wavefronts) == right) return TakeSmemTrial{trial.look};
  return std::nullopt;
}

}  // namespace

bool smem_fits(const SmemLook& look, const LessonGoal& goal) {
  if (goal.wavefronts) return wavefronts_of(look) == goal.wavefronts;
  const Result<OperandImage> image = shown_image(look);
  return image && look.chosen && element_fits(image.value(), goal, *look.chosen);
}

std::optional<SmemAction> smem_way(const SmemLook& look, const LessonGoal& goal, bool right) {
  if (goal.wavefronts) return find_trial(look, goal, right);
  const Result<OperandImage> image = shown_image(look);
  const auto element = image ? find_element(image.value(), goal, right) : std::nullopt;
  return element ? std::optional<SmemAction>(ChooseSmem{element}) : std::nullopt;
}

}  // namespace tcviz::inline app_session
