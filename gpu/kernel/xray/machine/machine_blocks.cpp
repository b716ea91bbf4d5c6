// A block from its first instruction to its last, and one that is left for a while.
#include <algorithm>

#include "gpu/kernel/xray/machine/machine.hpp"
#include "gpu/kernel/xray/machine/special_registers.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Rounds of all warps without any progress: a loop that waits may look at several things in turn.
constexpr int most_idle_rounds = 64;
constexpr int most_rounds_in_vain = 2;

// Leaves local variables without a value until they are stored to.
void unset_local(const XrayProgram& program, std::vector<Code>& codes) {
  for (const PlacedVariable& placed : program.variables)
    for (std::size_t lane = 0; placed.variable.space == PtxSpace::Local && lane < lanes_of_warp; ++lane)
      std::fill_n(codes.begin() + static_cast<std::ptrdiff_t>(lane * program.local_bytes + placed.address),
                  placed.variable.bytes, code_of(LabelSpace::make(unset_shape, 0), 0));
}

// True if lanes arrive at an mbarrier, by mbarrier.arrive or cp.async.mbarrier.arrive.
bool lanes_arrive(const XrayProgram& program) {
  return std::ranges::any_of(program.steps, [](const XrayStep& step) {
    return (step.name == "mbarrier" || step.has("mbarrier")) && (step.has("arrive") || step.has("arrive_drop"));
  });
}

}  // namespace

void Machine::begin_warp(int number, int threads) {
  auto made = std::make_unique<WarpState>();
  made->number = number;
  const int lanes = std::min(lanes_of_warp, threads - number * lanes_of_warp);
  made->live = lanes == lanes_of_warp ? all_lanes : (1U << lanes) - 1;
  const std::size_t registers = program.bytes.size();
  made->values.resize(registers * lanes_of_warp);
  made->labelled.resize(registers);
  made->written.resize(registers);
  made->codes.resize(registers);
  made->local.resize(program.local_bytes * lanes_of_warp);
  made->local_codes.resize(program.local_bytes * lanes_of_warp);
  unset_local(program, made->local_codes);
  for (const BornRegister& born : program.born) {
    made->written[born.reg] = all_lanes;
    if (special_kind(born.special) == SpecialKind::Varying) {
      made->labelled[born.reg] = all_lanes;
      Code* const codes = made->codes_of(born.reg, program.bytes[born.reg]);
      for (int at = 0; at < lanes_of_warp * program.bytes[born.reg]; ++at)
        codes[at] = code_of(label_of_chance(labels), at % program.bytes[born.reg]);
    }
    for (int lane = 0; lane < lanes_of_warp; ++lane)
      made->values[static_cast<std::size_t>(born.reg) * lanes_of_warp + lane] =
          born.special.empty() ? born.value : special(born.special, number * lanes_of_warp + lane);
  }
  warps.push_back(std::move(made));
}

void Machine::begin_block(const Dim3& block) {
  block_index = block;
  const int threads = launch.block[0] * launch.block[1] * launch.block[2];
  const int count = (threads + lanes_of_warp - 1) / lanes_of_warp;
  warps.clear();
  barriers_.clear();
  async = {};
  stores = {};
  shared = MemoryRegion();
  shared.name = "shared memory";
  shared.bytes.resize(program.shared_bytes);
  shared.unset = true;
  shared.make_codes();
  clocks = std::make_unique<BlockClocks>(shared.bytes.size(), lanes_arrive(program));
  for (int number = 0; number < count; ++number) begin_warp(number, threads);
}

BlockEnd Machine::run_block(const Dim3& block, std::uint32_t number) {
  others.block = number;
  begin_block(block);
  return run_warps();
}

BlockEnd Machine::run_warps() {
  int in_vain = 0;  // rounds in which a block looked for others, and nothing changed
  for (int idle = 0; idle < most_idle_rounds;) {
    bool any_live = false, any_step = false;
    const std::int64_t polls = others.polls, changes = others.changes + async.changes;
    for (std::size_t at = 0; at < warps.size(); ++at) {
      const auto& state = warps[static_cast<std::size_t>(
          place_in(limits.order, static_cast<std::int64_t>(at), static_cast<std::int64_t>(warps.size())))];
      if (stopped()) return BlockEnd::Stopped;
      if (state->live == 0) continue;
      any_live = true;
      if (state->barrier >= 0) continue;
      any_step = go_on(*state) || any_step;
    }
    if (stopped()) return BlockEnd::Stopped;
    if (!any_live) return BlockEnd::Done;
    // Warps that have ended are not waited for.
    for (auto& [number, barrier] : barriers_) any_step = settle(barrier) || any_step;
    idle = any_step ? 0 : idle + 1;
    in_vain = others.polls > polls && others.changes + async.changes == changes ? in_vain + 1 : 0;
    if (in_vain == most_rounds_in_vain && others.has_any) return BlockEnd::Waits;
  }
  report_deadlock();
  return BlockEnd::Stopped;
}

BlockState Machine::leave_block() {
  return {block_index,       others.block,     std::move(shared), std::move(stores),
          std::move(clocks), std::move(async), std::move(warps),  std::move(barriers_)};
}

BlockEnd Machine::go_on_with(BlockState state) {
  block_index = state.index;
  others.block = state.number;
  shared = std::move(state.shared), stores = std::move(state.stores), clocks = std::move(state.clocks),
  async = std::move(state.async);
  warps = std::move(state.warps), barriers_ = std::move(state.barriers);
  return run_warps();
}

}  // namespace tcviz::inline gpu_xray
