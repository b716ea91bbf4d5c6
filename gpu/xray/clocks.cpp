#include "gpu/xray/clocks.hpp"

#include <algorithm>
#include <bit>

namespace tcviz {
inline namespace gpu_xray {

BlockClocks::BlockClocks(int warps, std::size_t shared_bytes)
    : known_(static_cast<std::size_t>(std::max(warps, clock_agents))), bytes_(shared_bytes) {
  for (std::size_t warp = 0; warp < known_.size(); ++warp)
    if (warp < clock_agents) known_[warp][warp] = 1;
}

// One of these warps of which nothing was learned since the phase began; -1: none. More is not kept.
int BlockClocks::unknown_of(int warp, std::uint32_t others) const {
  if (warp < most_warps) others &= ~(1U << warp);
  for (; others != 0; others &= others - 1) {
    const int other = std::countr_zero(others);
    if (known_[warp][other] <= at_phase_[other]) return other;
  }
  return -1;
}

int BlockClocks::read(int warp, int lane, std::size_t at) {
  Byte& byte = bytes_[at];
  int other = -1;
  const bool is_new = byte.phase == phase_;
  if (is_new && byte.writer >= 0 && byte.writer != warp && !knows(warp, byte.writer, byte.clock)) other = byte.writer;
  if (is_new && other < 0) other = unknown_of(warp, byte.atomic_writers);
  if (is_new && byte.writer == warp && byte.writer_lane != lane && byte.epoch == epochs_[warp]) other = same_warp;
  if (byte.read_phase != phase_) byte.readers = 0;
  byte.read_phase = phase_;
  if (warp < most_warps) byte.readers |= 1U << warp;
  return other;
}

int BlockClocks::write(int warp, int lane, std::size_t at) {
  Byte& byte = bytes_[at];
  int other = -1;
  const bool is_new = byte.phase == phase_;
  if (is_new && byte.writer >= 0 && byte.writer != warp && !knows(warp, byte.writer, byte.clock)) other = byte.writer;
  if (is_new && other < 0) other = unknown_of(warp, byte.atomic_writers);
  if (other < 0 && byte.read_phase == phase_) other = unknown_of(warp, byte.readers);
  byte = {phase_,
          known_[warp][warp],
          byte.read_phase,
          byte.readers,
          0,
          static_cast<std::int8_t>(warp),
          static_cast<std::int8_t>(lane),
          epochs_[warp]};
  return other;
}

int BlockClocks::atomic(int warp, std::size_t at) {
  Byte& byte = bytes_[at];
  int other = -1;
  const bool is_new = byte.phase == phase_;
  if (is_new && byte.writer >= 0 && byte.writer != warp && !knows(warp, byte.writer, byte.clock)) other = byte.writer;
  if (other < 0 && byte.read_phase == phase_) other = unknown_of(warp, byte.readers);
  const std::uint32_t before = is_new ? byte.atomic_writers : 0;
  if (!is_new) byte.writer = -1;
  byte.phase = phase_;
  byte.atomic_writers = before | (warp < most_warps ? 1U << warp : 0);
  return other;
}

void BlockClocks::barrier_of_all() {
  ++phase_;
  for (std::size_t agent = 0; agent < clock_agents; ++agent) at_phase_[agent] = ++known_[agent][agent];
  for (ClockVector& known : known_)
    for (std::size_t agent = 0; agent < clock_agents; ++agent)
      known[agent] = std::max(known[agent], at_phase_[agent] - 1);
  for (std::size_t agent = 0; agent < clock_agents; ++agent) --at_phase_[agent];
}

void BlockClocks::release(int warp, ClockVector& into) {
  for (std::size_t agent = 0; agent < clock_agents; ++agent) into[agent] = std::max(into[agent], known_[warp][agent]);
  ++known_[warp][warp];
}

void BlockClocks::acquire(int warp, const ClockVector& from) {
  for (std::size_t agent = 0; agent < clock_agents; ++agent)
    known_[warp][agent] = std::max(known_[warp][agent], from[agent]);
}

}  // namespace gpu_xray
}  // namespace tcviz
