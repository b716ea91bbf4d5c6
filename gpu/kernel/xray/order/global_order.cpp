#include "gpu/kernel/xray/order/global_order.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::size_t most_heard = 1 << 14, most_alike = 64;

std::uint32_t bit_of(int at) { return std::uint32_t{1} << at; }

// Lanes of a warp that execute one instruction.
struct Lanes {
  int warp = 0;
  std::uint32_t lanes = 0, step = 0;
};

// True if one of `lanes`, with what its warp has synchronised with, comes behind one of `before`.
bool follows(const Synchronised& has_met, const Lanes& lanes, const Lanes& before) {
  if (has_met.block > before.step) return true;
  if (before.warp != lanes.warp) return ((has_met.warps >> before.warp) & 1) != 0;
  return (before.lanes & lanes.lanes) != 0 || has_met.lanes > before.step;
}

Lanes lanes_of(const ThreadPoint& at) { return {at.warp, bit_of(at.lane), at.step}; }
// Takes all lanes if several have made an atomic access: those before the last one count as well.
Lanes lanes_of(const LastPlace& at) { return {at.warp, at.of_several_lanes ? ~0U : bit_of(at.lane), at.step}; }

// Returns those of the lanes that execute a fence for which it stands behind the store.
Lanes lanes_behind(const ThreadPoint& fence, std::uint32_t lanes, const LastPlace& store) {
  Lanes behind{fence.warp, 0, fence.step};
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = rest & (~rest + 1);
    if (follows(fence.has, {fence.warp, lane, fence.step}, lanes_of(store))) behind.lanes |= lane;
  }
  return behind;
}

bool is_same(const LastPlace& one, const LastPlace& other) {
  return std::tie(one.step, one.warp, one.lane, one.block) == std::tie(other.step, other.warp, other.lane, other.block);
}

}  // namespace

void GlobalOrder::fence(const ThreadPoint& at, bool of_block) {
  std::vector<Fence>& fences = blocks_[at.block].fences;
  if (fences.empty() || fences.back().at.step != at.step) fences.push_back({at, 0, of_block});
  fences.back().lanes |= bit_of(at.lane);
}

void GlobalOrder::store(const ThreadPoint& at) {
  std::vector<Since>& since = blocks_[at.block].stores[at.warp];
  if (since.empty() || !(since.back().has == at.has)) since.push_back({at.step, at.has});
}

void GlobalOrder::read(const ThreadPoint& by, const LastPlace& flag, bool is_link) {
  if (flag.step == 0) return;
  std::deque<Heard>& all = blocks_[by.block].heard;
  for (std::size_t back = 1; back <= std::min(all.size(), most_alike); ++back) {
    Heard& before = all[all.size() - back];
    if (before.warp != by.warp || before.is_link != is_link || !is_same(before.flag, flag)) continue;
    if (before.step == by.step) before.lanes |= bit_of(by.lane);
    if ((before.lanes & bit_of(by.lane)) != 0) return;
  }
  has_dropped_ = has_dropped_ || all.size() == most_heard;
  if (!has_dropped_) all.push_back({flag, by.step, bit_of(by.lane), by.warp, is_link, std::nullopt});
}

bool GlobalOrder::has_read(const Heard& heard, const ThreadPoint& who) {
  return !heard.is_link && heard.step < who.step &&
         follows(who.has, lanes_of(who), {heard.warp, heard.lanes, heard.step});
}

Synchronised GlobalOrder::at_store(const BlockLog& log, const LastPlace& flag) {
  const auto of_warp = log.stores.find(flag.warp);
  if (of_warp == log.stores.end()) return {};
  const auto after = std::ranges::upper_bound(of_warp->second, flag.step, {}, &Since::step);
  return after == of_warp->second.begin() ? Synchronised() : std::prev(after)->has;
}

std::size_t GlobalOrder::fences_until(const BlockLog& log, std::uint32_t step) {
  const auto behind = std::ranges::upper_bound(log.fences, step, {}, [](const Fence& one) { return one.at.step; });
  return static_cast<std::size_t>(behind - log.fences.begin());
}

GlobalOrder::Known GlobalOrder::tells(const BlockLog& log, const LastPlace& flag, const LastPlace& store,
                                      bool same_block) {
  if (is_same(flag, store)) return Known::Yes;
  if (store.step > flag.step) return Known::No;
  const Synchronised has_met = at_store(log, flag);
  Known known = Known::NoFence;
  for (std::size_t at = fences_until(log, flag.step); at > 0 && looks(); --at) {
    const Fence& fence = log.fences[at - 1];
    if (fence.at.step < store.step) break;
    if (fence.of_block && !same_block) continue;
    known = Known::NotThen;
    const Lanes behind = lanes_behind(fence.at, fence.lanes, store);
    if (behind.lanes != 0 && follows(has_met, lanes_of(flag), behind)) return Known::Yes;
  }
  return known;
}

const std::vector<LastPlace>& GlobalOrder::all_of(Heard& heard) {
  if (heard.all) return *heard.all;
  std::vector<LastPlace> found{heard.flag};
  std::set<const Heard*> seen{&heard};
  for (std::size_t at = 0; at < found.size(); ++at) {
    const LastPlace flag = found[at];
    const auto log = blocks_.find(flag.block);
    if (log == blocks_.end()) continue;
    const ThreadPoint teller{flag.block, flag.step, flag.warp, flag.lane, at_store(log->second, flag)};
    for (const Heard& before : log->second.heard) {
      const bool is_same_access = before.step == flag.step && before.warp == flag.warp;
      if (looks() && (is_same_access || has_read(before, teller)) && seen.insert(&before).second)
        found.push_back(before.flag);
    }
  }
  heard.all = std::move(found);
  return *heard.all;
}

GlobalOrder::Known GlobalOrder::told_by(Heard& heard, const ThreadPoint& who, const LastPlace& store) {
  const auto log = blocks_.find(store.block);
  if (log == blocks_.end()) return Known::No;
  const bool same_block = who.block == store.block;
  Known best = Known::No;
  if (heard.flag.block == store.block) best = tells(log->second, heard.flag, store, same_block);
  if (best == Known::Yes) return best;
  for (const LastPlace& flag : all_of(heard))
    if (flag.block == store.block && looks()) best = std::min(best, tells(log->second, flag, store, same_block));
  return best;
}

GlobalOrder::Known GlobalOrder::knows(const ThreadPoint& who, const LastPlace& store) {
  Known best = Known::No;
  std::deque<Heard>& all = blocks_[who.block].heard;
  for (auto heard = all.rbegin(); heard != all.rend() && best != Known::Yes && looks(); ++heard) {
    const Known known = heard->is_link ? Known::No : told_by(*heard, who, store);
    best = std::min(best, known == Known::Yes && !has_read(*heard, who) ? Known::NotHere : known);
  }
  return best != Known::Yes && (has_dropped_ || looks_left_ < 0) ? Known::NotFollowed : best;
}

void GlobalOrder::put(std::uint64_t address, const LastPlace& before, const LastPlace& store, bool changes) {
  if (!changes) {
    held_.erase(address);
  } else if (!is_full()) {
    std::vector<LastPlace>& held = held_[address];
    if (held.empty() && before.step != 0) held.push_back(before);
    held.push_back(store);
    ++changes_;
  }
}

std::span<const LastPlace> GlobalOrder::held_at(std::uint64_t address) const {
  const auto found = held_.find(address);
  return found == held_.end() ? std::span<const LastPlace>() : found->second;
}

bool GlobalOrder::has_heard(std::uint32_t block, std::uint32_t other, std::uint32_t step, bool fenced) {
  const BlockLog& log = blocks_[other];
  const auto tells_of = [&](const LastPlace& flag) {
    if (!looks() || flag.block != other || flag.step < step) return false;
    std::size_t at = fenced ? fences_until(log, flag.step) : 0;
    while (at > 0 && log.fences[at - 1].of_block && looks()) --at;
    return !fenced || (at > 0 && log.fences[at - 1].at.step >= step);
  };
  return std::ranges::any_of(blocks_[block].heard, [&](Heard& heard) {
    return tells_of(heard.flag) || std::ranges::any_of(all_of(heard), tells_of);
  });
}

}  // namespace tcviz::inline gpu_xray
