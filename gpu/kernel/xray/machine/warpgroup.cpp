#include "gpu/kernel/xray/machine/warpgroup.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/kernel/xray/machine/bulk_copy.hpp"

namespace tcviz::inline gpu_xray {
namespace {

using Flight = WarpState::Flight;

void mark_in_flight(const Machine& machine, WarpState& warp) {
  warp.flying.assign(machine.program.bytes.size(), Flight::None);
  warp.in_flight = false;
  const auto mark_all = [&](const ProductRegisters& group) {
    for (const std::int32_t reg : group.read)
      if (warp.flying[reg] == Flight::None) warp.flying[reg] = Flight::Read;
    for (const std::int32_t reg : group.written) warp.flying[reg] = Flight::Written;
    warp.in_flight = warp.in_flight || !group.read.empty() || !group.written.empty();
  };
  for (const ProductRegisters& group : warp.products) mark_all(group);
  mark_all(warp.open_products);
}

void used_too_soon(Machine& machine, const WarpState& warp, std::int32_t reg) {
  const bool is_sum = warp.flying[reg] == Flight::Written;
  machine.report(
      FindingKind::PendingCopy, FindingWeight::Race,
      fmt::format("warp {} {} {} before the wgmma that {} it was waited for by wgmma.wait_group", warp.number,
                  is_sum ? "uses" : "overwrites", machine.program.register_name(reg), is_sum ? "writes" : "reads"),
      0, AwaitedBy::Products);
}

// True if an instruction moves a sum to another register, whole or in halves; the sum stays on its way: compilers move
// it before they wait.
bool is_renamed(const Machine& machine, WarpState& warp, const XrayStep& step) {
  if (step.name != "mov" || step.arguments.size() != 2) return false;
  const auto to = machine.program.registers(step.arguments[0]), from = machine.program.registers(step.arguments[1]);
  const auto is_sum = [&](std::int32_t reg) { return warp.flying[reg] == Flight::Written; };
  const auto is_free = [&](std::int32_t reg) { return warp.flying[reg] == Flight::None; };
  if (!std::ranges::any_of(from, is_sum) || !std::ranges::all_of(to, is_free)) return false;
  const auto rename = [&](ProductRegisters& group) {
    const bool has_one = std::ranges::any_of(
        from, [&](std::int32_t reg) { return std::ranges::find(group.written, reg) != group.written.end(); });
    if (has_one) group.written.insert(group.written.end(), to.begin(), to.end());
  };
  for (ProductRegisters& group : warp.products) rename(group);
  rename(warp.open_products);
  for (const std::int32_t reg : to) warp.flying[reg] = Flight::Written;
  return true;
}

}  // namespace

bool meet(StepContext& context) {
  Machine& machine = context.machine;
  WarpState& warp = context.warp;
  const int group = warp.number / warps_of_group, first = group * warps_of_group;
  if (context.active != all_lanes) {
    not_allowed(context, 0, FindingKind::Divergence,
                fmt::format("wgmma is executed by all lanes of a warp; some of warp {} are not there", warp.number));
    return false;
  }
  WarpgroupMeeting& meeting = machine.async.meetings[static_cast<std::size_t>(group)];
  if (meeting.instruction >= 0 && meeting.instruction != machine.at_step) {
    not_allowed(context, 0, FindingKind::Divergence,
                fmt::format("warp {} comes to this wgmma while others of its warpgroup are at the one at line {}",
                            warp.number, machine.program.source_line(meeting.instruction)));
    return false;
  }
  // The four warps have one step.
  const bool is_last = ++meeting.warps == warps_of_group;
  if (!machine.events.empty() && machine.events.back().step == machine.steps) {
    machine.events.back().warp = first;
    if (!is_last) machine.events.pop_back();
  }
  meeting.instruction = machine.at_step;
  ++machine.async.changes;
  if (!is_last) {
    warp.barrier = first_meeting + group;
    return false;
  }
  meeting = {};
  for (int at = first; at < first + warps_of_group; ++at) machine.warps[static_cast<std::size_t>(at)]->barrier = -1;
  return true;
}

void put_in_flight(StepContext& context) {
  ProductRegisters& open = context.warp.open_products;
  for (const std::int32_t reg : context.machine.program.registers(context.step.arguments[0]))
    if (std::ranges::find(open.written, reg) == open.written.end()) open.written.push_back(reg);
  if (context.step.arguments[1].form == PtxForm::Vector)
    for (const std::int32_t reg : context.machine.program.registers(context.step.arguments[1]))
      open.read.push_back(reg);
  mark_in_flight(context.machine, context.warp);
}

void check_in_flight(Machine& machine, WarpState& warp, const XrayStep& step) {
  const bool is_product = step.name == "wgmma";
  if (is_renamed(machine, warp, step)) return;
  for (std::size_t argument = is_product ? 1 : 0; argument < step.arguments.size(); ++argument)
    for (const std::int32_t reg : machine.program.registers(step.arguments[argument])) {
      if (reg < 0 || warp.flying[reg] == Flight::None) continue;
      const bool writes = argument == 0 && step.has_result;
      if (warp.flying[reg] == Flight::Written || writes) used_too_soon(machine, warp, reg);
    }
}

void commit_products(StepContext& context) {
  WarpState& warp = context.warp;
  if (warp.products.size() == most_groups) {
    context.machine.stop(fmt::format("more than {} groups of products that are not waited for", most_groups));
    return;
  }
  const int agent = first_product_agent + warp.number / warps_of_group;
  context.machine.clocks->release(agent, warp.open_products.clocks);
  warp.products.push_back(std::move(warp.open_products));
  warp.open_products = {};
}

void wait_for_products(StepContext& context) {
  WarpState& warp = context.warp;
  const std::uint64_t may_stay = context.values(context.reg(0))[0];
  if (warp.products.size() <= may_stay) return;
  for (; warp.products.size() > may_stay; warp.products.pop_front())
    context.machine.clocks->acquire(warp.number, warp.products.front().clocks);
  mark_in_flight(context.machine, warp);
}

}  // namespace tcviz::inline gpu_xray
