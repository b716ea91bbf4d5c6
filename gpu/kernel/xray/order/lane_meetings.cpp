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
  return lanes == 0 ? 0 : lanes & ~met_in(epoch_ - epoch, lane);
}

bool LaneMeetings::have_met_after(int other, int lane, std::int64_t step) const {
  if (together_at_ > step) return true;
  const auto before = std::ranges::upper_bound(meetings_, step, {}, &Meeting::step);
  return other != lane && ((met_in(static_cast<std::size_t>(meetings_.end() - before), lane) >> other) & 1) != 0;
}

std::uint32_t LaneMeetings::met_in(std::size_t last, int lane) const {
  std::uint32_t met = 1U << lane;
  // Backwards: whoever meets one that has met the lane later has met it, too.
  for (std::size_t back = 1; back <= std::min(last, meetings_.size()); ++back)
    if (const std::uint32_t group = meetings_[meetings_.size() - back].lanes; (group & met) != 0) met |= group;
  return met;
}

}  // namespace tcviz::inline gpu_xray
