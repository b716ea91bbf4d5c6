#include "gpu/xray/clocks.hpp"

#include <algorithm>
#include <bit>

namespace tcviz {
inline namespace gpu_xray {

BlockClocks::BlockClocks(std::size_t shared_bytes) : bytes_(shared_bytes) {
  for (std::size_t warp = 0; warp < most_warps; ++warp) known_[warp][warp] = 1;
}

// One of these warps of which nothing was learned since the phase began. More is not kept.
int BlockClocks::unknown_of(int warp, std::uint32_t others) const {
  others &= ~(1U << warp);
  for (; others != 0; others &= others - 1) {
    const int other = std::countr_zero(others);
    if (known_[warp][other] <= at_phase_[other]) return other;
  }
  return no_conflict;
}

int BlockClocks::read(int warp, int lane, std::size_t at) {
  Byte& byte = bytes_[at];
  int other = no_conflict;
  const bool is_new = byte.phase == phase_;
  if (is_new && byte.writer >= 0 && byte.writer != warp && !knows(warp, byte.writer, byte.clock)) other = byte.writer;
  if (is_new && other < 0) other = unknown_of(warp, byte.atomic_writers);
  if (is_new && byte.writer == warp && byte.writer_lane != lane && byte.epoch == epochs_[warp]) other = same_warp;
  if (byte.read_phase != phase_) byte.readers = 0;
  byte.read_phase = phase_;
  byte.readers |= 1U << warp;
  return other;
}

int BlockClocks::write(int warp, int lane, std::size_t at) {
  Byte& byte = bytes_[at];
  int other = no_conflict;
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
  int other = no_conflict;
  const bool is_new = byte.phase == phase_;
  if (is_new && byte.writer >= 0 && byte.writer != warp && !knows(warp, byte.writer, byte.clock)) other = byte.writer;
  if (other < 0 && byte.read_phase == phase_) other = unknown_of(warp, byte.readers);
  const std::uint32_t before = is_new ? byte.atomic_writers : 0;
  if (!is_new) byte.writer = -1;
  byte.phase = phase_;
  byte.atomic_writers = before | (1U << warp);
  return other;
}

void BlockClocks::barrier_of_all() {
  ++phase_;
  for (std::size_t warp = 0; warp < most_warps; ++warp) at_phase_[warp] = ++known_[warp][warp];
  for (ClockVector& known : known_)
    for (std::size_t warp = 0; warp < most_warps; ++warp) known[warp] = std::max(known[warp], at_phase_[warp] - 1);
  for (std::size_t warp = 0; warp < most_warps; ++warp) --at_phase_[warp];
}

void BlockClocks::release(int warp, ClockVector& into) {
  for (std::size_t other = 0; other < most_warps; ++other) into[other] = std::max(into[other], known_[warp][other]);
  ++known_[warp][warp];
}

void BlockClocks::acquire(int warp, const ClockVector& from) {
  for (std::size_t other = 0; other < most_warps; ++other)
    known_[warp][other] = std::max(known_[warp][other], from[other]);
}

}  // namespace gpu_xray
}  // namespace tcviz
