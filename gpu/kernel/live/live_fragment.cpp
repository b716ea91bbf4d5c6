#include "gpu/kernel/live/live_fragment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <tuple>

#include "gpu/layout/element_value.hpp"

namespace tcviz::inline gpu_live {
namespace {

constexpr int warp_key_bits = 6;

std::uint32_t warps_of(std::string_view id) {
  const Kind* const kind = find_kind(id);
  return kind == nullptr ? 1 : std::max(1u, static_cast<std::uint32_t>(kind->threads / lanes_of_warp));
}

LiveFragment empty_fragment(const LiveSnapshot& shot, std::uint32_t warps) {
  LiveFragment made;
  made.kind = shot.kind;
  made.file = shot.file;
  made.line = shot.line;
  made.first_warp = shot.warp / warps * warps;
  made.lane_bytes = shot.lane_bytes;
  made.present.resize(std::size_t{warps} * lanes_of_warp);
  made.bytes.resize(std::size_t{warps} * shot.bytes.size());
  return made;
}

void add_lanes(LiveFragment& fragment, const LiveSnapshot& shot, std::uint32_t lanes) {
  const std::size_t first = (shot.warp - fragment.first_warp) * lanes_of_warp;
  for (std::size_t lane = 0; lane < lanes_of_warp; ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    const auto of_lane = std::span(shot.bytes).subspan(lane * shot.lane_bytes, shot.lane_bytes);
    std::ranges::copy(of_lane, fragment.bytes.begin() + static_cast<std::ptrdiff_t>((first + lane) * shot.lane_bytes));
    fragment.present[first + lane] = true;
  }
}

using LanesByTime = std::map<std::uint64_t, std::uint32_t>;  // 0: the first time
struct LaneTimes {
  std::vector<LanesByTime> shots;              // of each snapshot
  std::map<std::uint64_t, std::uint64_t> all;  // of each place: the number of times in all
};

// Numbers the times for each lane by itself: lanes that a branch took apart come by in groups, one after the other, and
// belong together. That needs all snapshots of a place; else the lanes have the number of their group.
LaneTimes times_of(const LiveFile& file) {
  LaneTimes times;
  for (const ReachedPlace& place : file.places) times.all[place.key] = place.reached;
  std::map<std::uint64_t, std::map<std::uint64_t, std::size_t>> groups;
  for (std::size_t n = 0; n < file.snapshots.size(); ++n) {
    const LiveSnapshot& shot = file.snapshots[n];
    times.shots.push_back({{shot.reached, shot.lanes}});
    groups[shot.key].try_emplace(shot.reached, n);
  }
  for (const auto& [key, in_turn] : groups) {
    if (in_turn.size() != times.all[key]) continue;
    std::array<std::uint64_t, lanes_of_warp> came{};
    for (const auto& [turn, n] : in_turn) {
      times.shots[n].clear();
      for (std::size_t lane = 0; lane < lanes_of_warp; ++lane)
        if ((file.snapshots[n].lanes >> lane & 1) != 0) times.shots[n][came[lane]++] |= std::uint32_t{1} << lane;
    }
    times.all[key] = *std::ranges::max_element(came);
  }
  return times;
}

// Returns the snapshot of a fragment's warp, its number in the fragment; one without lanes if none was saved.
LiveSnapshot snapshot_of(const LiveFragment& fragment, std::uint32_t warp) {
  LiveSnapshot shot;
  shot.line = fragment.line;
  shot.warp = fragment.first_warp + warp;
  shot.key = std::uint64_t{fragment.line} << warp_key_bits | shot.warp;
  shot.lane_bytes = fragment.lane_bytes;
  shot.reached = fragment.reached;
  shot.kind = fragment.kind;
  shot.file = fragment.file;
  for (std::size_t lane = 0; lane < lanes_of_warp; ++lane)
    if (fragment.present[std::size_t{warp} * lanes_of_warp + lane]) shot.lanes |= std::uint32_t{1} << lane;
  const std::size_t bytes = std::size_t{lanes_of_warp} * fragment.lane_bytes;
  const auto of_warp = std::span(fragment.bytes).subspan(warp * bytes, bytes);
  shot.bytes.assign(of_warp.begin(), of_warp.end());
  return shot;
}

}  // namespace

int LiveFragment::missing() const { return static_cast<int>(std::ranges::count(present, false)); }

std::vector<LiveFragment> live_fragments(const LiveFile& file) {
  LaneTimes times = times_of(file);
  // Place without its warp, time, group of warps, bytes of a lane, kind -> the fragment.
  std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint32_t, std::uint32_t, std::string>, std::size_t> known;
  std::vector<LiveFragment> fragments;
  for (std::size_t n = 0; n < file.snapshots.size(); ++n) {
    const LiveSnapshot& shot = file.snapshots[n];
    const std::uint32_t warps = warps_of(shot.kind);
    const std::uint64_t place = shot.key >> warp_key_bits;
    for (const auto& [time, lanes] : times.shots[n]) {
      const auto [at, is_new] =
          known.try_emplace({place, time, shot.warp / warps, shot.lane_bytes, shot.kind}, fragments.size());
      if (is_new) {
        fragments.push_back(empty_fragment(shot, warps));
        fragments.back().reached = time;
        fragments.back().times = times.all[shot.key];
      }
      add_lanes(fragments[at->second], shot, lanes);
    }
  }
  return fragments;
}

LiveFile with_fragment_alone(LiveFile file, const LiveFragment& fragment) {
  file.places.clear();
  file.snapshots.clear();
  for (std::uint32_t warp = 0; warp < fragment.present.size() / lanes_of_warp; ++warp) {
    LiveSnapshot shot = snapshot_of(fragment, warp);
    if (shot.lanes == 0) continue;
    if (fragment.times > 0) file.places.push_back({shot.key, fragment.times, shot.line, shot.warp});
    file.snapshots.push_back(std::move(shot));
  }
  return file;
}

ValueFormat format_of(const Layout& layout) {
  ValueFormat format{std::nullopt, layout.element_bits()};
  if (const Kind* const kind = find_kind(layout.kind())) {
    if (kind->operand != Operand::Metadata) format.type = kind->type;
    return format;
  }
  std::string_view rest = layout.kind();
  while (!rest.empty() && !format.type) {
    const std::size_t dot = std::min(rest.find('.'), rest.size());
    const std::optional<ElementType> type = element_type_named(rest.substr(0, dot));
    if (type && element_bits(*type) == format.bits) format.type = type;
    rest.remove_prefix(std::min(dot + 1, rest.size()));
  }
  return format;
}

Result<LiveValues> live_values(const LiveFragment& fragment, const Layout& layout, const ValueFormat& format) {
  const int needed = (layout.values() * layout.element_bits() + 31) / 32;
  if (fragment.threads() != layout.threads())
    return bad_input(
        fmt::format("{} threads reached TCVIZ, and {} has {}.", fragment.threads(), layout.kind(), layout.threads()));
  if (static_cast<int>(fragment.lane_bytes) != needed * 4)
    return bad_input(fmt::format(
        "line {}: TCVIZ took {} registers of each thread, and a fragment of {} has {} ({} values of {} bits): give it "
        "the "
        "registers of this operand, all of them and no others.",
        fragment.line, fragment.lane_bytes / 4, layout.kind(), needed, layout.values(), layout.element_bits()));
  LiveValues values{format, {}, {}, {}};
  for (int slot = 0; slot < layout.slots(); ++slot) {
    const auto thread = static_cast<std::size_t>(slot / layout.values());
    const auto lane = std::span(fragment.bytes).subspan(thread * fragment.lane_bytes, fragment.lane_bytes);
    const auto at = static_cast<std::size_t>(slot % layout.values()) * static_cast<std::size_t>(format.bits);
    values.bits.push_back(get_bits(lane, at, format.bits));
    values.numbers.push_back(format.type ? decode(*format.type, values.bits.back())
                                         : static_cast<double>(values.bits.back()));
    values.present.push_back(fragment.present[thread]);
  }
  return values;
}

}  // namespace tcviz::inline gpu_live
