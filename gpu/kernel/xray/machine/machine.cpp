#include "gpu/kernel/xray/machine/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "gpu/kernel/xray/machine/access_log.hpp"
#include "gpu/kernel/xray/machine/members.hpp"
#include "gpu/kernel/xray/machine/taint.hpp"
#include "gpu/kernel/xray/machine/warpgroup.hpp"

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::int64_t turn_of_a_warp = 4000;  // steps, so that a warp that spins lets others go on

}  // namespace

std::string_view name_of(FindingWeight weight) {
  constexpr std::array<std::string_view, 3> names = {"wrong", "race", "warning"};
  return names[static_cast<std::size_t>(weight)];
}

std::string_view name_of(SnapshotState state) {
  constexpr std::array<std::string_view, 4> names = {"fits", "odd", "wrong", "unknown"};
  return names[static_cast<std::size_t>(state)];
}

bool is_product(std::string_view opcode) {
  return opcode.starts_with("mma.") || opcode.starts_with("wmma.mma") || opcode.starts_with("wgmma.mma_async");
}

std::string line_text(int line, int ptx_line) {
  return line > 0 ? fmt::format("line {}", line) : fmt::format("line {} of the PTX", ptx_line);
}

std::string text_of(const std::vector<SourcePlace>& calls) {
  std::string text;
  for (const SourcePlace& place : calls)
    text += fmt::format("{}{}:{}", text.empty() ? "" : ", called from ", place.file, place.line);
  return text;
}

Machine::Machine(const XrayProgram& of, const XrayLaunch& with, const XrayLimits& most, LayoutCache& known,
                 XrayMemory& all, LabelSpace& space, std::function<bool()> hook)
    : program(of),
      launch(with),
      limits(most),
      target(target_of(of.module->target, with.architecture)),
      memory(all),
      labels(space),
      layouts(known),
      interrupted(std::move(hook)) {
  labels.set_sink(this);
}

std::int32_t Machine::add(XrayFinding finding) {
  const auto key = std::pair(at_step, static_cast<int>(finding.kind));
  const auto known = known_findings.find(key);
  if (known == known_findings.end() && findings.size() >= most_findings)
    return static_cast<std::int32_t>(findings.size() - 1);
  if (known != known_findings.end() && !hides(finding, findings[known->second])) {
    ++findings[known->second].count;
    return known->second;
  }
  program.place(at_step, finding);
  finding.opcode = program.steps[at_step].line->opcode;
  finding.step = steps;
  finding.warp = warp->number;
  if (known != known_findings.end()) {
    replace(findings[known->second], std::move(finding));
    return known->second;
  }
  findings.push_back(std::move(finding));
  const auto number = static_cast<std::int32_t>(findings.size() - 1);
  known_findings[key] = number;
  return number;
}

void Machine::place(XrayFinding& finding, const LastPlace& at) const {
  program.place(at.instruction, finding);
  finding.opcode = program.steps[at.instruction].line->opcode;
  finding.step = at.step;
  finding.warp = at.warp, finding.lane = at.lane;
  if (at.reg >= 0) finding.register_name = program.register_name(at.reg);
}

bool Machine::in_product() const {
  if (at_step < 0) return false;
  const std::string_view name = program.steps[at_step].name;
  return name == "mma" || name == "wmma" || name == "wgmma";
}

std::int32_t Machine::found(FindingKind kind, const std::string& expected, const std::string& got) {
  XrayFinding finding;
  finding.kind = kind;
  finding.awaited = blamed_.awaited;
  finding.lane = blamed_.lane;
  finding.register_name = blamed_.reg >= 0 ? program.register_name(blamed_.reg) : "";
  finding.expected = expected;
  finding.got = got;
  finding.text = blamed_.text;
  return add(std::move(finding));
}

void Machine::report(FindingKind kind, FindingWeight weight, const std::string& text, int lane, AwaitedBy awaited,
                     std::optional<OtherSide> other) {
  XrayFinding finding;
  finding.kind = kind;
  finding.weight = weight;
  finding.awaited = awaited;
  finding.lane = lane;
  finding.text = text;
  finding.other = std::move(other);
  findings[add(std::move(finding))].counts = true;
}

std::int32_t Machine::tell_doubt(int lane, std::int32_t reg, const std::function<std::string()>& text) {
  XrayFinding finding;
  finding.kind = FindingKind::Doubt;
  finding.weight = FindingWeight::Warning;
  finding.lane = lane;
  if (reg >= 0) finding.register_name = program.register_name(reg);
  const std::int32_t number = add(std::move(finding));
  if (findings[number].text.empty()) findings[number].text = text();
  return number;
}

const Layout* Machine::layout(const std::string& kind) {
  const Result<const Layout*> found = layouts.find(kind);
  if (found.ok()) return found.value();
  refuse(fmt::format("the layout of {} is not known: {}", kind, found.error().message));
  return nullptr;
}

void Machine::refuse(const std::string& why) {
  if (refused) return;
  const XrayStep& step = program.steps[at_step];
  const int line = program.source_line(at_step);
  refused = fmt::format("line {} of the PTX{}, {}: {}.", step.line->ptx_line,
                        line > 0 ? fmt::format(" (line {} of the source)", line) : "", step.line->opcode, why);
}

bool Machine::go_on(WarpState& state) {
  warp = &state;
  const std::int64_t end = steps + turn_of_a_warp, before = async.changes;
  state.yields = false, state.polling = 0;
  while (state.live != 0 && state.barrier < 0 && !state.yields && steps < end && !stopped())
    if (!step_once(state)) break;
  return !state.yields || async.changes != before;
}

std::uint32_t Machine::choose(WarpState& state, std::int32_t& counter) {
  if (state.uniform) {
    counter = state.common;
    return state.live;
  }
  const auto lowest = [&](std::uint32_t among) {
    std::uint32_t mask = 0;
    counter = INT32_MAX;
    for (std::uint32_t rest = among; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      if (state.counters[lane] < counter) counter = state.counters[lane], mask = 0;
      if (state.counters[lane] == counter) mask |= 1U << lane;
    }
    return mask;
  };
  std::uint32_t free = state.live & ~state.waiting;
  if ((free & ~state.polling) == 0) state.polling = 0;
  free &= ~state.polling;
  std::uint32_t mask = lowest(free != 0 ? free : state.live);
  if (free == 0 && mask != state.live && meet_elsewhere(*this, state)) return choose(state, counter);
  if (free == 0 && mask != state.live && may_meet_elsewhere(*this, state)) {
    at_step = counter;
    refuse("lanes of one warp meet at several instructions: only those of a __syncwarp are followed");
    return 0;
  }
  if (free == 0 && mask != state.live) {
    at_step = counter;
    report(FindingKind::Divergence, FindingWeight::Wrong,
           fmt::format("{} of {} lanes of warp {} wait here for the others, which wait elsewhere", std::popcount(mask),
                       std::popcount(state.live), state.number),
           std::countr_zero(mask));
    stop("lanes of one warp wait for each other");
    return 0;
  }
  // Lanes that wait at the same place go on with them.
  for (std::uint32_t rest = state.waiting & state.live; rest != 0; rest &= rest - 1)
    if (state.counters[std::countr_zero(rest)] == counter) mask |= rest & (0U - rest);
  if (mask == state.live) state.uniform = true, state.common = counter;
  return mask;
}

bool Machine::gathered(WarpState& state, const XrayStep& step, std::uint32_t mask) const {
  std::uint32_t wanted = state.live;
  if (step.member_argument >= 0) wanted &= mask_of(*this, state, step, std::countr_zero(mask));
  return (wanted & ~mask) == 0;
}

bool Machine::step_once(WarpState& state) {
  std::int32_t counter = 0;
  const std::uint32_t mask = choose(state, counter);
  if (mask == 0) return false;
  if (counter >= static_cast<std::int32_t>(program.steps.size())) {  // the text ends without ret
    state.live &= ~mask;
    return true;
  }
  at_step = counter;
  clocks->execute(counter, steps + 1);
  const XrayStep& step = program.steps[counter];
  std::uint32_t active = mask;
  const bool may_be_tainted = labels.has_taint() || step.reads_unset;
  if (step.line->predicate >= 0) {
    if (may_be_tainted) look_at_predicate(*this, state, step, mask);
    const std::uint64_t* const set =
        state.values.data() + static_cast<std::size_t>(step.line->predicate) * lanes_of_warp;
    for (int lane = 0; lane < lanes_of_warp; ++lane)
      if (((set[lane] & 1) != 0) == step.line->negated) active &= ~(1U << lane);
    const bool stores = step.name == "st" || step.name == "bra" || step.name == "ret" || step.name == "exit";
    if (stores && (state.labelled[step.line->predicate] & mask) != 0) branched_on_data = true;
  }
  if (!state.uniform && step.collective && active != 0 && !gathered(state, step, active)) {
    state.waiting |= mask;
    return true;
  }
  state.waiting &= ~mask;
  ++steps;
  thread_instructions += std::popcount(active);
  if (out_of_budget()) return false;
  if (active == 0) {
    advance(state, mask, counter);
    return true;
  }
  if (step.run == nullptr) {
    refuse(step.refusal);
    return false;
  }
  if (step.is_event && events.size() < most_events)
    events.push_back(
        {steps, state.number, program.source_line(counter), step.line->ptx_line, std::string(step.line->opcode)});
  if (step.collective) {
    check_members(*this, state, step, active);
    let_meet(*this, state, step, active);
  }
  if (state.in_flight) check_in_flight(*this, state, step);
  StepContext context(*this, state, step, active);
  order_matters = order_matters || step.is_ordered;
  may_be_tainted ? run_tainted(context) : step.run(context);
  if (step.waits && step.is_ordered && !state.uniform) state.polling |= active;
  if (accesses != nullptr) accesses->end_step(context);
  if (path != nullptr && step.has_result && !step.arguments.empty()) log_results(context);
  if (!context.jumped) {
    advance(state, mask, counter);
  } else if (mask != active) {  // the rest goes on behind the instruction
    for (std::uint32_t rest = mask & ~active & state.live; rest != 0; rest &= rest - 1)
      state.counters[std::countr_zero(rest)] = counter + 1;
  }
  return true;
}

void Machine::log_results(const StepContext& context) {
  for (const std::int32_t reg : program.registers(context.step.arguments[0])) {
    const std::uint32_t lanes = context.warp.labelled[reg] & (context.step.collective ? all_lanes : context.active);
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      Label last = 0;
      for (int byte = 0; byte < context.bytes(reg); ++byte) {
        const Label label = label_of(context.codes(reg, lane)[byte]);
        if (label == last || !path->wants(label)) continue;
        last = label;
        path->add({PathEntry::Kind::Register, static_cast<std::int8_t>(lane),
                   static_cast<std::int16_t>(context.warp.number), static_cast<std::int32_t>(at_step), reg, steps,
                   false, 0, label});
      }
    }
  }
}

void Machine::advance(WarpState& state, std::uint32_t mask, std::int32_t from) {
  if (state.uniform) {
    state.common = from + 1;
    return;
  }
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) state.counters[std::countr_zero(rest)] = from + 1;
}

void Machine::arrive(int barrier, int threads, bool waits) {
  NamedBarrier& at = barriers_[barrier];
  if (!clocks->knows_all(warp->number, std::countr_zero(warp->live), at.before)) doubt_early_warp(barrier);
  at.wanted = threads;
  at.arrived += lanes_of_warp;
  clocks->release(warp->number, at.clocks);
  if (waits) {
    at.waiting.push_back(warp->number);
    warp->barrier = barrier;
  }
  settle(at);
}

// Leaves a doubt about a warp that may have come to a barrier when it last was complete, in the place of another.
void Machine::doubt_early_warp(int barrier) {
  warn("a warp comes to a named barrier in the turn of others, and nothing says which of them come first",
       FindingKind::Deadlock,
       fmt::format("warp {} comes to barrier {}, at which others have met before, and nothing makes it come later: "
                   "it may take the place of one of them",
                   warp->number, barrier),
       std::countr_zero(warp->live));
}

bool Machine::settle(NamedBarrier& barrier) {
  int wanted = barrier.wanted;
  if (wanted == 0)
    for (const auto& state : warps) wanted += state->live != 0 ? lanes_of_warp : 0;
  if (barrier.arrived == 0 || barrier.arrived < wanted) return false;
  std::size_t living = 0;
  for (const auto& state : warps) living += state->live != 0 ? 1 : 0;
  const bool of_all = barrier.waiting.size() == living;
  for (const int number : barrier.waiting) {
    warps[number]->barrier = -1;
    clocks->acquire(number, barrier.clocks);
  }
  barrier = NamedBarrier{.before = barrier.clocks};
  if (of_all) clocks->barrier_of_all(steps);
  return true;
}

std::string Machine::wait_of(const WarpState& state) const {
  if (state.barrier >= first_meeting) return "waits for the other warps of its warpgroup";
  if (state.barrier >= 0) return fmt::format("at barrier {}", state.barrier);
  const auto found = async.barriers.find(state.waits_for);
  if (found == async.barriers.end()) return "waits";
  const MemoryBarrier& barrier = found->second;
  const bool is_one = barrier.pending == 0 ? barrier.bytes < 0 : barrier.pending == 1 && barrier.bytes == 0;
  return fmt::format("waits for the mbarrier at byte {}, where {} {} missing in phase {},", found->first,
                     barrier.missing(), is_one ? "is" : "are", barrier.phase);
}

void Machine::report_deadlock() {
  std::string text;
  for (const auto& state : warps) {
    if (state->live == 0) continue;
    warp = state.get();
    const std::int32_t counter = state->uniform ? state->common : state->counters[std::countr_zero(state->live)];
    at_step = std::max(0, state->barrier >= 0 ? counter - 1 : counter);
    if (text.size() < 200)
      text += fmt::format("{}warp {} {} at line {}", text.empty() ? "" : ", ", state->number, wait_of(*state),
                          program.source_line(at_step));
  }
  const bool meets =
      std::ranges::any_of(warps, [](const auto& state) { return state->live != 0 && state->barrier >= first_meeting; });
  report(meets ? FindingKind::Divergence : FindingKind::Deadlock, FindingWeight::Wrong,
         fmt::format("no warp can go on: {}", text), 0);
  stop("the block waits for ever");
}

bool Machine::out_of_budget() {
  if (steps >= limits.most_steps) {
    stop(fmt::format("stopped at step {}, the most that are executed", steps));
    return true;
  }
  if (steps % 4096 != 0) return false;
  if (interrupted && interrupted()) {
    was_interrupted = true;
    stop("stopped by the user");
    return true;
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  if (seconds < limits.most_seconds) return false;
  is_out_of_time = true;
  stop(fmt::format("stopped at step {} after {:.1f} s; --seconds allows more", steps, seconds));
  return true;
}

}  // namespace tcviz::inline gpu_xray
