#include "gpu/kernel/xray/order/lane_meetings.hpp"

#include <algorithm>

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::size_t most_meetings = 64;

}  // namespace

void LaneMeetings::meet(std::uint32_t lanes, std::int64_t step) {
  if (meetings_.size() == most_meetings) meetings_.erase(meetings_.begin());
  meetings_.push_back({step, lanes});
  ++epoch_;
}

std::uint32_t LaneMeetings::apart_from(std::uint32_t lanes, int lane, std::uint32_t epoch) const {
  if (epoch < full_epoch_) return 0;
  lanes &= ~(1U << lane);
  if (lanes == 0 || meetings_.empty()) return lanes;
  // Backwards: whoever meets one that has met the lane later has met it, too.
  std::uint32_t met = 1U << lane;
  const std::size_t since = std::min<std::size_t>(epoch_ - epoch, meetings_.size());
  for (std::size_t back = 1; back <= since; ++back)
    if (const std::uint32_t group = meetings_[meetings_.size() - back].lanes; (group & met) != 0) met |= group;
  return lanes & ~met;
}

bool LaneMeetings::have_met_after(int other, int lane, std::int64_t step) const {
  if (together_at_ > step) return true;
  std::uint32_t met = 1U << lane;
  for (auto meeting = meetings_.rbegin(); meeting != meetings_.rend() && meeting->step > step; ++meeting)
    if ((meeting->lanes & met) != 0) met |= meeting->lanes;
  return other != lane && ((met >> other) & 1) != 0;
}

}  // namespace tcviz::inline gpu_xray
