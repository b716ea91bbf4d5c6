#include "gpu/kernel/xray/verdict/blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <new>
#include <system_error>
#include <thread>

#include "gpu/kernel/xray/machine/apart.hpp"

namespace tcviz::inline gpu_xray {
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
  GridRun(Machine& machine, const XrayRequest& request, const XrayHooks& hooks, XrayReport& report)
      : machine_(machine), request_(request), hooks_(hooks), report_(report) {}

  bool run(bool in_order) {
    const XrayRequest& launch = request_;
    report_.all_blocks = blocks_in(launch.grid);
    if (!launch.all_blocks) chosen_ = launch.blocks;
    if (chosen_.empty() && !launch.all_blocks) {
      chosen_.push_back({0, 0, 0});
      if (report_.all_blocks > 1) chosen_.push_back({launch.grid[0] - 1, launch.grid[1] - 1, launch.grid[2] - 1});
    }
    count_ = chosen_.empty() ? report_.all_blocks : static_cast<std::int64_t>(chosen_.size());
    machine_.others.has_any = report_.all_blocks > 1;
    machine_.others.all_take_part = chosen_.empty() || count_ == report_.all_blocks;
    is_together_ = in_order || launch.path.has_value() || machine_.accesses != nullptr;  // these are reported in order
    const bool goes_on = run_all() && run_waiting();
    if (goes_on) look_for_missing();
    report_.interrupted = was_interrupted_;
    return goes_on && report_.blocks >= report_.all_blocks;
  }

 private:
  Dim3 block(std::int64_t turn) const {
    const std::int64_t at = place_in(request_.order, turn, count_);
    return chosen_.empty() ? block_at(machine_.launch.grid, at) : chosen_[static_cast<std::size_t>(at)];
  }
  std::uint32_t number(std::int64_t at) const {
    return static_cast<std::uint32_t>(number_of(machine_.launch.grid, block(at)));
  }

  bool run_all() {
    const int threads = static_cast<int>(std::min<std::int64_t>(hooks_.threads, count_));
    if (threads > 1 && !is_together_) make_machines(most_apart(machine_.program, machine_.launch, threads));
    for (std::int64_t at = 0; at < count_;) {
      const bool is_last = at + 1 == count_;
      if (apart_.empty() || is_together_ || is_last) {
        if (!run_in_turn(at++)) return false;
      } else if (!run_round(at)) {
        return false;
      }
    }
    return true;
  }

  bool run_in_turn(std::int64_t at) {
    if (hooks_.interrupted && hooks_.interrupted()) return interrupt();
    return ended(machine_.run_block(block(at), number(at)));
  }

  void make_machines(int threads) {
    const auto interrupted = [this] { return has_met_ || (hooks_.interrupted && hooks_.interrupted()); };
    for (int thread = 0; thread < threads && threads > 1; ++thread)
      apart_.push_back(std::make_unique<ApartMachine>(machine_, interrupted));
  }

  // Executes some blocks at the same time, and then takes them over in their order; moves `at` behind them. The last
  // one of all is not among them: a finding at the end belongs to the instruction that it executed last.
  bool run_round(std::int64_t& at) {
    constexpr std::int64_t blocks_of_a_thread = 2;
    const std::int64_t most = blocks_of_a_thread * static_cast<std::int64_t>(apart_.size());
    std::vector<ApartBlock> done(static_cast<std::size_t>(std::min(count_ - 1 - at, most)));
    run_apart(at, done);
    for (const ApartBlock& one : done) {
      if (hooks_.interrupted && hooks_.interrupted()) return interrupt();
      const TakeOver end = is_together_ ? TakeOver::Together : take_over(machine_, one);
      is_together_ = end == TakeOver::Together;
      report_.blocks_apart += end == TakeOver::Done ? 1 : 0;
      if (end == TakeOver::Done ? !count_block() : !run_in_turn(at)) return false;
      ++at;
    }
    return true;
  }

  void run_apart(std::int64_t first, std::vector<ApartBlock>& done) {
    std::atomic<std::size_t> next = 0;
    const auto run = [&](ApartMachine& machine) {
      machine.begin_round();
      for (std::size_t at = next++; at < done.size() && !has_met_; at = next++) {
        const std::int64_t of_grid = first + static_cast<std::int64_t>(at);
        done[at] = machine.run(block(of_grid), number(of_grid));
        if (done[at].has_met) has_met_ = true;
      }
    };
    // A block for which there is no memory or no thread has its turn later.
    const auto work = [&run](ApartMachine& machine) {
      try {
        run(machine);
      } catch (const std::bad_alloc&) {
      }
    };
    std::vector<std::jthread> threads;
    try {
      for (const auto& machine : apart_) threads.emplace_back([&work, &machine] { work(*machine); });
    } catch (const std::system_error&) {
    }
  }

  // Handles the end of a block; false if no block may follow.
  bool ended(BlockEnd end) {
    if (end == BlockEnd::Stopped) return machine_.was_interrupted && interrupt();
    if (end == BlockEnd::Waits) {
      constexpr std::size_t most_waiting = 256;
      waiting_.push_back(machine_.leave_block());
      if (waiting_.size() > most_waiting) return unsettle("too many blocks wait for each other");
      return true;
    }
    return count_block();
  }

  bool count_block() {
    ++report_.blocks;
    if (hooks_.progress) hooks_.progress({report_.blocks, count_, static_cast<std::int64_t>(machine_.findings.size())});
    return true;
  }

  bool interrupt() {
    was_interrupted_ = true;
    machine_.stop(fmt::format("stopped after {} of {} blocks", report_.blocks, count_));
    return false;
  }

  // Lets the waiting blocks go on in turn, as long as any of them stores a new value.
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

  // Notes that blocks share memory if elements were read and not stored, in an array that blocks store to: another
  // block may store them. Stores to an array that is no output are for other blocks, too.
  void look_for_missing() {
    if (machine_.others.all_take_part) return;
    std::vector<ArrayRole> roles;
    for (const XrayArgument& argument : machine_.launch.arguments)
      if (argument.has_array()) roles.push_back(argument.array.role);
    for (const auto& region : machine_.memory.regions()) {
      if (region->array >= 0 && !region->stores.empty() && roles[region->array] == ArrayRole::In)
        machine_.others.share = true;
      for (std::size_t at = 0; at < std::min(region->stores.size(), region->reads.size()); ++at)
        if (region->reads[at].last.step != 0 && region->stores[at].step == 0) machine_.others.share = true;
    }
  }

  bool unsettle(std::string why) {
    machine_.others.share = true;
    machine_.others.unsettled = why;
    machine_.stop(std::move(why));
    return false;
  }

  Machine& machine_;
  const XrayRequest& request_;
  const XrayHooks& hooks_;
  XrayReport& report_;
  std::vector<Dim3> chosen_;  // empty: all
  std::int64_t count_ = 0;
  std::deque<BlockState> waiting_;
  std::vector<std::unique_ptr<ApartMachine>> apart_;  // one for each thread
  bool is_together_ = false;                          // blocks work together, and are executed in turn
  bool was_interrupted_ = false;
  std::atomic<bool> has_met_ = false;  // some block that is executed apart has met another
};

}  // namespace

bool run_blocks(Machine& machine, const XrayRequest& request, const XrayHooks& hooks, bool in_order,
                XrayReport& report) {
  if (machine.program.has_unknown_waits)
    machine.doubt_all("too many branches depend on loads that may wait: which of them are tried again is not known");
  return GridRun(machine, request, hooks, report).run(in_order);
}

bool can_take_all(const XrayReport& some, const XrayRequest& launch) {
  constexpr std::int64_t most_steps = 2'000'000, most_together = 1'000'000, most_blocks = 1 << 14, unknown_blocks = 256;
  if (!launch.blocks.empty() || launch.all_blocks || some.refused || some.all_blocks > most_blocks) return false;
  if (some.blocks == 0) return some.blocks_share && some.all_blocks <= unknown_blocks;
  const std::int64_t most = std::min(some.blocks_share ? most_together : most_steps, launch.most_steps);
  return some.blocks < some.all_blocks && some.steps / some.blocks * some.all_blocks < most;
}

}  // namespace tcviz::inline gpu_xray
