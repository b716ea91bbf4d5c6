#include "gpu/kernel/xray/machine/lane_order.hpp"

#include <fmt/format.h>

#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {
namespace {

void doubt_without_sync(StepContext& context, int lane, std::uint64_t address, std::string_view does,
                        std::string_view why) {
  context.machine.warn(fmt::format("a lane {} shared memory for which {}", does, why), FindingKind::Race,
                       fmt::format("lane {} of warp {} {} byte {} of shared memory, for which {}", lane,
                                   context.warp.number, does, address, why),
                       lane);
}

}  // namespace

void warn_of_lanes(StepContext& context, int lane, std::uint64_t address, Code code) {
  if (code != 0 && context.machine.target.number >= 70)
    context.machine.doubt_all(
        "right only if the lanes of a warp step together, which no GPU since sm_70 promises without __syncwarp");
  context.machine.report(
      FindingKind::Race, FindingWeight::Warning,
      fmt::format(
          "lane {} of warp {} reads byte {} of shared memory, which another lane of the warp has stored with no "
          "__syncwarp between them",
          lane, context.warp.number, address),
      lane);
}

void look_for_atomics(StepContext& context, int lane, std::size_t at, std::string_view does) {
  const std::int64_t heard = context.warp.heard[static_cast<std::size_t>(lane)];
  if (context.machine.target.number >= 70 &&
      context.machine.clocks->is_of_other_atomic(context.warp.number, lane, at, heard))
    doubt_without_sync(context, lane, at, does,
                       "another lane of its warp has made an atomic access, with no __syncwarp since");
}

bool may_take_lock(const XrayStep& step) {
  return step.name == "atom" && (step.waits || (step.decides && step.has("cas")));
}

void look_for_stores(StepContext& context, int lane, std::size_t at, std::size_t count) {
  BlockClocks& clocks = *context.machine.clocks;
  if (context.machine.target.number < 70 || may_take_lock(context.step)) return;
  const BlockClocks::LaneUse use = clocks.use_by_other_lane(context.warp.number, lane, at, count);
  const bool has_heard =
      context.warp.heard[static_cast<std::size_t>(lane)] > clocks.meetings_of(context.warp.number).together_at();
  if (use == BlockClocks::LaneUse::Read && !has_heard)
    doubt_without_sync(context, lane, at, "writes",
                       "another lane of its warp may still have to read it, with no __syncwarp since");
  if (use != BlockClocks::LaneUse::Stored) return;
  context.machine.doubt_all(fmt::format(
      "lanes of warp {} store different values to byte {} of shared memory, with no __syncwarp between them",
      context.warp.number, at));
}

void look_for_other_lanes(StepContext& context, int lane, std::size_t at, std::size_t count) {
  const BlockClocks& clocks = *context.machine.clocks;
  if (clocks.is_of_wait_of_others(context.warp.number, lane, at, count))
    doubt_without_sync(context, lane, at, "reads",
                       "only other lanes of its warp have waited at an mbarrier, with no __syncwarp since");
  if (clocks.is_released_by_others(context.warp.number, at, count))
    doubt_without_sync(context, lane, at, "reads",
                       "only lanes that did not store it have arrived at an mbarrier, with no __syncwarp before");
}

void look_for_readers(StepContext& context, int lane, std::size_t at, std::size_t count) {
  const BlockClocks& clocks = *context.machine.clocks;
  if (clocks.is_freed_by_wait_of_others(context.warp.number, lane, at, count))
    doubt_without_sync(context, lane, at, "writes",
                       "only other lanes of its warp have waited for those that read it, with no __syncwarp since");
  if (clocks.is_freed_by_others(context.warp.number, at, count))
    doubt_without_sync(context, lane, at, "writes",
                       "only lanes that did not read it have arrived at an mbarrier, with no __syncwarp before");
}

}  // namespace tcviz::inline gpu_xray
