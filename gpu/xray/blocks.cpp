#include "gpu/xray/blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

namespace tcviz {
inline namespace gpu_xray {
namespace {

std::int64_t blocks_in(const Dim3& grid) { return std::int64_t{grid[0]} * grid[1] * grid[2]; }

Dim3 block_at(const Dim3& grid, std::int64_t number) {
  const std::int64_t rest = number / grid[0];
  return {static_cast<int>(number % grid[0]), static_cast<int>(rest % grid[1]), static_cast<int>(rest / grid[1])};
}

std::int64_t number_of(const Dim3& grid, const Dim3& block) {
  return (std::int64_t{block[2]} * grid[1] + block[1]) * grid[0] + block[0];
}

class GridRun {
 public:
  GridRun(Machine& machine, const XrayHooks& hooks, XrayReport& report)
      : machine_(machine), hooks_(hooks), report_(report) {}

  bool run() {
    const XrayLaunch& launch = machine_.launch;
    report_.all_blocks = blocks_in(launch.grid);
    std::vector<Dim3> chosen = launch.blocks;
    if (chosen.empty() && !launch.all_blocks) {
      chosen.push_back({0, 0, 0});
      if (report_.all_blocks > 1) chosen.push_back({launch.grid[0] - 1, launch.grid[1] - 1, launch.grid[2] - 1});
    }
    count_ = chosen.empty() ? report_.all_blocks : static_cast<std::int64_t>(chosen.size());
    machine_.others.has_any = report_.all_blocks > 1;
    machine_.others.all_take_part = chosen.empty() || count_ == report_.all_blocks;
    for (std::int64_t at = 0; at < count_; ++at) {
      const Dim3 block = chosen.empty() ? block_at(launch.grid, at) : chosen[static_cast<std::size_t>(at)];
      if (!ended(machine_.run_block(block, static_cast<std::uint32_t>(number_of(launch.grid, block))))) return false;
    }
    if (!run_waiting()) return false;
    look_for_missing();
    return report_.blocks >= report_.all_blocks;
  }

 private:
  // False: nothing goes on.
  bool ended(BlockEnd end) {
    if (end == BlockEnd::Stopped) return false;
    if (end == BlockEnd::Waits) {
      constexpr std::size_t most_waiting = 256;
      waiting_.push_back(machine_.leave_block());
      if (waiting_.size() > most_waiting) return unsettle("too many blocks wait for each other");
      return true;
    }
    ++report_.blocks;
    if (!hooks_.progress || hooks_.progress(report_.blocks, count_)) return true;
    machine_.stop("stopped by the user");
    return false;
  }

  // Those that wait go on in turn, as long as any of them stores something that was not there.
  bool run_waiting() {
    while (!waiting_.empty()) {
      const std::int64_t before = machine_.others.changes, done = report_.blocks;
      for (std::size_t turn = waiting_.size(); turn > 0; --turn) {
        BlockState state = std::move(waiting_.front());
        waiting_.pop_front();
        if (!ended(machine_.go_on_with(std::move(state)))) return false;
      }
      if (machine_.others.changes == before && report_.blocks == done)
        return unsettle(fmt::format("block {} waits for what {} stores", waiting_.front().number,
                                    machine_.others.all_take_part ? "no block" : "a block that was not executed"));
    }
    return true;
  }

  // Elements that were read and not stored, of an array that blocks store to: another block may do so. What is stored
  // to an array that is no output is for somebody, too.
  void look_for_missing() {
    if (machine_.others.all_take_part) return;
    std::vector<ArrayRole> roles;
    for (const XrayArgument& argument : machine_.launch.arguments)
      if (argument.has_array()) roles.push_back(argument.array.role);
    for (const auto& region : machine_.memory.regions()) {
      if (region->array >= 0 && !region->stores.empty() && roles[region->array] == ArrayRole::In)
        machine_.others.share = true;
      for (std::size_t at = 0; at < std::min(region->stores.size(), region->reads.size()); ++at)
        if (region->reads[at].step != 0 && region->stores[at].step == 0) machine_.others.share = true;
    }
  }

  bool unsettle(std::string why) {
    machine_.others.share = true;
    machine_.others.unsettled = why;
    machine_.stop(std::move(why));
    return false;
  }

  Machine& machine_;
  const XrayHooks& hooks_;
  XrayReport& report_;
  std::int64_t count_ = 0;
  std::deque<BlockState> waiting_;
};

}  // namespace

bool run_blocks(Machine& machine, const XrayHooks& hooks, XrayReport& report) {
  return GridRun(machine, hooks, report).run();
}

bool can_take_all(const XrayReport& some, const XrayLaunch& launch) {
  constexpr std::int64_t most_steps = 1'000'000, most_blocks = 1 << 14, unknown_blocks = 256;
  if (!launch.blocks.empty() || launch.all_blocks || some.refused || some.all_blocks > most_blocks) return false;
  if (some.blocks == 0) return some.all_blocks <= unknown_blocks;
  return some.steps / some.blocks * some.all_blocks < std::min(most_steps, launch.most_steps);
}

}  // namespace gpu_xray
}  // namespace tcviz
