#include "gpu/kernel/xray/order/clocks.hpp"

#include <algorithm>
#include <bit>

namespace tcviz::inline gpu_xray {

namespace {

constexpr std::uint64_t warps_only = 0xFFFFFFFF;

// Returns the number of an instruction in 16 bits; the largest: it is not known.
std::uint16_t narrow(std::int32_t instruction) {
  return static_cast<std::uint16_t>(std::clamp<std::int32_t>(instruction, 0, 0xFFFF));
}

}  // namespace

BlockClocks::BlockClocks(std::size_t shared_bytes, bool lanes_arrive)
    : bytes_(shared_bytes), lanes_arrive_(lanes_arrive) {
  for (std::size_t agent = 0; agent < clock_agents; ++agent) known_[agent][agent] = 1;
}

// Returns one of these warps of which nothing was learned since the phase began: no more is kept for atomic accesses.
int BlockClocks::unknown_of(int warp, std::uint32_t others) const {
  if (warp < most_warps) others &= ~(1U << warp);
  for (; others != 0; others &= others - 1) {
    const int other = std::countr_zero(others);
    if (known_[warp][other] <= at_phase_[other]) return other;
  }
  return no_conflict;
}

int BlockClocks::unknown_writer(int warp, const Byte& byte) const {
  const bool counts = byte.phase == phase_ || byte.writer >= most_warps;
  return counts && byte.writer >= 0 && byte.writer != warp && !knows(warp, byte.writer, byte.clock) ? byte.writer
                                                                                                    : no_conflict;
}

int BlockClocks::unknown_reader(int warp, std::size_t at) const {
  const Byte& byte = bytes_[at];
  std::uint64_t others = byte.read_phase == phase_ ? byte.readers : byte.readers & ~warps_only;
  others &= ~(std::uint64_t{1} << warp);
  for (; others != 0; others &= others - 1) {
    const int other = std::countr_zero(others);
    if (!knows(warp, other, reads_[other][at].clock)) return other;
  }
  return no_conflict;
}

// Notes that a write of `other` is the other side of a race with `warp`, and returns `other`.
int BlockClocks::note_writer(int warp, int other, std::size_t at) {
  if (other < 0) return other;
  const Byte& byte = bytes_[at];
  other_access = {.agent = other, .stores = true};
  if (byte.writer != other) return other;
  other_access.lane = byte.writer_lane;
  if (byte.instruction != no_instruction) other_access.instruction = byte.instruction;
  const std::uint32_t started = copies_started_.empty() ? 0 : copies_started_[at];
  other_access.was_started = started != 0 && knows(warp, other, started);
  return other;
}

void BlockClocks::is_copy(std::size_t at, std::size_t count, std::uint32_t started) {
  copies_started_.resize(bytes_.size());
  std::fill_n(copies_started_.begin() + static_cast<std::ptrdiff_t>(at), count, started);
}

std::vector<BlockClocks::ReadAccess>& BlockClocks::reads_of(int agent) {
  std::vector<ReadAccess>& reads = reads_[agent];
  if (reads.empty()) reads.resize(bytes_.size());
  return reads;
}

// Lanes that the reader has synchronised with since their reads come before whatever comes behind its own.
void BlockClocks::ReadAccess::note(std::uint32_t at_clock, std::int32_t by, const LaneMeetings& meetings, int lane) {
  if (epoch != meetings.epoch()) lanes = meetings.apart_from(lanes, lane, epoch);
  clock = at_clock, instruction = by, epoch = meetings.epoch();
  lanes |= 1U << lane;
}

void BlockClocks::read_by(int agent, int lane, std::size_t at) {
  Byte& byte = bytes_[at];
  if (byte.read_phase != phase_) byte.readers &= ~warps_only;
  byte.read_phase = phase_;
  byte.readers |= std::uint64_t{1} << agent;
  reads_of(agent)[at].note(known_[agent][agent], instruction_, meetings_[agent], lane);
}

// True if a warp knows the last writes of these bytes, and none of them is by another of its lanes just now.
bool BlockClocks::is_quiet(int warp, int lane, std::size_t at, std::size_t count) const {
  const ClockVector& known = known_[warp];
  for (std::size_t place = at; place < at + count; ++place) {
    const Byte& byte = bytes_[place];
    const bool is_new = byte.phase == phase_;
    if (is_new && byte.atomic_writers != 0) return false;
    if (byte.writer < 0 || (!is_new && byte.writer < most_warps)) continue;
    if (byte.writer != warp && known[byte.writer] < byte.clock) return false;
    if (is_new && byte.is_of_other_lane(warp, lane, meetings_[warp])) return false;
  }
  return true;
}

BlockClocks::LaneUse BlockClocks::use_by_other_lane(int warp, int lane, std::size_t at, std::size_t count) const {
  const std::vector<ReadAccess>& reads = reads_[warp];
  LaneUse use = LaneUse::None;
  for (std::size_t place = at; place < at + count; ++place) {
    const Byte& byte = bytes_[place];
    if (byte.phase == phase_ && byte.is_of_other_lane(warp, lane, meetings_[warp])) return LaneUse::Stored;
    if (!reads.empty() && meetings_[warp].apart_from(reads[place].lanes, lane, reads[place].epoch) != 0)
      use = LaneUse::Read;
  }
  return use;
}

bool BlockClocks::read_quietly(int warp, int lane, std::size_t at, std::size_t count) {
  if (!is_quiet(warp, lane, at, count)) return false;
  if (lanes_arrive_)
    for (std::size_t place = at; place < at + count; ++place) note_lane(warp, lane, place);
  std::vector<ReadAccess>& reads = reads_of(warp);
  const std::uint64_t reader = std::uint64_t{1} << warp;
  const std::uint32_t clock = known_[warp][warp];
  for (std::size_t place = at; place < at + count; ++place) {
    Byte& byte = bytes_[place];
    const std::uint64_t readers = byte.read_phase == phase_ ? byte.readers : byte.readers & ~warps_only;
    byte.read_phase = phase_;
    byte.readers = readers | reader;
    reads[place].note(clock, instruction_, meetings_[warp], lane);
  }
  return true;
}

bool BlockClocks::write_quietly(int warp, int lane, std::size_t at, std::size_t count) {
  for (std::size_t place = at; place < at + count; ++place) {
    const Byte& byte = bytes_[place];
    if (place > at && byte.readers == 0 && byte == bytes_[place - 1]) continue;
    if (byte.phase == phase_ && byte.atomic_writers != 0) return false;
    if (unknown_writer(warp, byte) >= 0 || (byte.readers != 0 && unknown_reader(warp, place) >= 0)) return false;
  }
  const Byte written{0,
                     phase_,
                     known_[warp][warp],
                     phase_,
                     meetings_[warp].epoch(),
                     0,
                     static_cast<std::int8_t>(warp),
                     static_cast<std::int8_t>(lane),
                     narrow(instruction_)};
  std::fill_n(bytes_.begin() + static_cast<std::ptrdiff_t>(at), count, written);
  return true;
}

int BlockClocks::read(int warp, int lane, std::size_t at) {
  const Byte& byte = bytes_[at];
  const bool is_new = byte.phase == phase_;
  int other = note_writer(warp, unknown_writer(warp, byte), at);
  if (is_new && other < 0) other = note_writer(warp, unknown_of(warp, byte.atomic_writers), at);
  if (is_new && byte.is_of_other_lane(warp, lane, meetings_[warp])) other = same_warp;
  if (lanes_arrive_) note_lane(warp, lane, at);
  read_by(warp, lane, at);
  return other;
}

// Returns the agent with which a write races; `atomics`: the warps whose atomic accesses count.
int BlockClocks::conflict_of_write(int warp, std::size_t at, std::uint32_t atomics) {
  int other = note_writer(warp, unknown_writer(warp, bytes_[at]), at);
  if (other < 0) other = note_writer(warp, unknown_of(warp, atomics), at);
  if (other >= 0) return other;
  other = unknown_reader(warp, at);
  if (other >= 0) other_access = {.agent = other, .instruction = reads_[other][at].instruction};
  return other;
}

int BlockClocks::write_by(int agent, int warp, int lane, std::size_t at) {
  Byte& byte = bytes_[at];
  const int other = conflict_of_write(warp, at, byte.phase == phase_ ? byte.atomic_writers : 0);
  byte = {0,  // readers
          phase_,
          known_[agent][agent],
          phase_,
          meetings_[agent].epoch(),
          0,
          static_cast<std::int8_t>(agent),
          static_cast<std::int8_t>(lane),
          narrow(instruction_)};
  return other;
}

int BlockClocks::atomic(int warp, std::size_t at) {
  Byte& byte = bytes_[at];
  const int other = conflict_of_write(warp, at, 0);
  const bool is_new = byte.phase == phase_;
  const std::uint32_t before = is_new ? byte.atomic_writers : 0;
  if (!is_new && byte.writer < most_warps) byte.writer = -1;
  byte.phase = phase_;
  byte.atomic_writers = before | (1U << warp);
  return other;
}

void BlockClocks::barrier_of_all(std::int64_t step) {
  together_at_ = step, have_met_ = false;
  for (PartialWait& wait : waits_) wait.lanes = 0;
  ++phase_;
  for (std::size_t warp = 0; warp < most_warps; ++warp) {
    at_phase_[warp] = ++known_[warp][warp];
    releases_[warp] = {at_phase_[warp], {}};
    released_at_[warp].clear();
  }
  for (ClockVector& known : known_)
    for (std::size_t warp = 0; warp < most_warps; ++warp) known[warp] = std::max(known[warp], at_phase_[warp] - 1);
  for (std::size_t warp = 0; warp < most_warps; ++warp) --at_phase_[warp];
}

bool BlockClocks::is_stranger(int warp, int other, std::int64_t step) const {
  if (step < together_at_) return false;
  const auto since = std::ranges::lower_bound(released_at_[other], step) - released_at_[other].begin();
  return known_[warp][other] <= at_phase_[other] + static_cast<std::uint32_t>(since);
}

std::pair<std::int64_t, std::uint32_t> BlockClocks::met_by(int warp) const {
  std::uint32_t met = 0;
  for (std::size_t other = 0; have_met_ && other < most_warps; ++other)
    met |= static_cast<std::uint32_t>(known_[warp][other] > at_phase_[other]) << other;
  return {together_at_, met};
}

void BlockClocks::release(int warp, ClockVector& into, std::uint32_t lanes) {
  if (lanes_arrive_ && warp < most_warps) releases_[warp].all.push_back({meetings_[warp].full_epoch(), lanes});
  for (std::size_t other = 0; other < clock_agents; ++other) into[other] = std::max(into[other], known_[warp][other]);
  if (warp < most_warps) released_at_[warp].push_back(step_);
  ++known_[warp][warp];
}

void BlockClocks::note_atomic(int warp, int lane, std::size_t at, std::int64_t step) {
  std::vector<LaneAtomics>& atomics = lane_atomics_[warp];
  if (atomics.empty()) atomics.resize(bytes_.size());
  LaneAtomics& last = atomics[at];
  if (last.lane != lane) last.step_of_others = last.step, last.other_lane = last.lane;
  last.step = step, last.lane = lane;
}

bool BlockClocks::is_of_other_atomic(int warp, int lane, std::size_t at, std::int64_t since) const {
  if (lane_atomics_[warp].empty()) return false;
  const LaneAtomics& last = lane_atomics_[warp][at];
  const bool is_own = last.lane == lane;
  const std::int64_t step = is_own ? last.step_of_others : last.step;
  return step > since && !meetings_[warp].have_met_after(is_own ? last.other_lane : last.lane, lane, step);
}

bool BlockClocks::knows_all(int warp, int lane, const ClockVector& from, int agents) const {
  const PartialWait& wait = waits_[warp];
  const bool knows_its_wait = wait.lanes == 0 || ((wait.lanes >> lane) & 1) != 0;
  const ClockVector& known = knows_its_wait ? known_[warp] : wait.before;
  for (int other = 0; other < agents; ++other)
    if (other != warp && known[other] < from[other]) return false;
  return true;
}

// True if releases up to the clock `known` of the warp came behind the access in the order of each of its lanes.
bool BlockClocks::is_released(int warp, const LaneAccess& access, std::uint32_t known) const {
  const Releases& releases = releases_[warp];
  const std::uint32_t end = releases.first_clock + static_cast<std::uint32_t>(releases.all.size());
  if (access.clock < releases.first_clock || access.clock > known || known >= end) return true;
  const auto of_clock = [&](std::uint32_t clock) { return releases.all[clock - releases.first_clock]; };
  if (of_clock(known).epoch > access.epoch) return true;
  std::uint32_t left = access.lanes;
  for (std::uint32_t clock = access.clock; clock <= known && left != 0; ++clock)
    left &= of_clock(clock).epoch > access.epoch ? 0 : ~of_clock(clock).lanes;
  return left == 0;
}

bool BlockClocks::is_released_by_others(int warp, std::size_t at, std::size_t count) const {
  if (!lanes_arrive_) return false;
  for (std::size_t place = at; place < at + count; ++place) {
    const Byte& byte = bytes_[place];
    if (byte.writer < 0 || byte.writer >= most_warps || byte.writer == warp || byte.phase != phase_) continue;
    if (!is_released(byte.writer, {byte.clock, byte.epoch, 1U << byte.writer_lane}, known_[warp][byte.writer]))
      return true;
  }
  return false;
}

// Notes the lane among those that have read the byte since the lanes of the warp were last together.
void BlockClocks::note_lane(int warp, int lane, std::size_t at) {
  if (warp >= most_warps) return;
  std::vector<LaneAccess>& reads = lane_reads_[warp];
  if (reads.empty()) reads.resize(bytes_.size());
  LaneAccess& read = reads[at];
  if (read.lanes == 0 || read.epoch < meetings_[warp].full_epoch())
    read = {known_[warp][warp], meetings_[warp].epoch(), 0};
  read.lanes |= 1U << lane;
}

bool BlockClocks::is_freed_by_others(int warp, std::size_t at, std::size_t count) const {
  if (!lanes_arrive_) return false;
  for (std::size_t place = at; place < at + count; ++place) {
    const Byte& byte = bytes_[place];
    if (byte.read_phase != phase_) continue;
    for (auto others = static_cast<std::uint32_t>(byte.readers & warps_only); others != 0; others &= others - 1) {
      const int other = std::countr_zero(others);
      const bool is_noted = other != warp && !lane_reads_[other].empty();
      if (is_noted && !is_released(other, lane_reads_[other][place], known_[warp][other])) return true;
    }
  }
  return false;
}

bool BlockClocks::is_freed_by_wait_of_others(int warp, int lane, std::size_t at, std::size_t count) const {
  const PartialWait& wait = waits_[warp];
  if (wait.lanes == 0 || ((wait.lanes >> lane) & 1) != 0) return false;
  for (std::size_t place = at; place < at + count; ++place) {
    const Byte& byte = bytes_[place];
    std::uint64_t others = byte.read_phase == phase_ ? byte.readers : byte.readers & ~warps_only;
    for (others &= ~(std::uint64_t{1} << warp); others != 0; others &= others - 1) {
      const int other = std::countr_zero(others);
      if (reads_[other][place].clock > wait.before[other]) return true;
    }
  }
  return false;
}

void BlockClocks::know_as(int agent, int first_warp, int warps) {
  for (int other = 0; other < clock_agents; ++other) {
    if (other == agent) continue;
    std::uint32_t least = known_[first_warp][other];
    for (int warp = first_warp + 1; warp < first_warp + warps; ++warp) least = std::min(least, known_[warp][other]);
    known_[agent][other] = least;
  }
}

void BlockClocks::acquire(int warp, const ClockVector& from) {
  have_met_ = true;
  for (std::size_t other = 0; other < clock_agents; ++other)
    known_[warp][other] = std::max(known_[warp][other], from[other]);
}

void BlockClocks::acquire_by(int warp, std::uint32_t lanes, const ClockVector& from) {
  PartialWait& wait = waits_[warp];
  if (wait.lanes == 0) wait.before = known_[warp];
  wait.lanes |= lanes;
  acquire(warp, from);
}

// True if the warp knows the write of one of the bytes by its last partial wait alone.
bool BlockClocks::is_known_by_wait(int warp, std::size_t at, std::size_t count) const {
  const PartialWait& wait = waits_[warp];
  for (std::size_t place = at; place < at + count; ++place) {
    const Byte& byte = bytes_[place];
    const bool is_over = byte.phase != phase_ && byte.writer < most_warps;
    if (byte.writer >= 0 && byte.writer != warp && !is_over && byte.clock > wait.before[byte.writer]) return true;
  }
  return false;
}

}  // namespace tcviz::inline gpu_xray
