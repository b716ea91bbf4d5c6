#include "gpu/kernel/xray/machine/global_races.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/kernel/xray/machine/machine.hpp"
#include "gpu/kernel/xray/machine/neighbours.hpp"

namespace tcviz::inline gpu_xray {
namespace {

LastPlace last_store(const MemoryRegion& region, std::size_t element) {
  if (region.before == nullptr) return region.stores.empty() ? LastPlace() : region.stores[element];
  const std::size_t at = element * static_cast<std::size_t>(region.element_bytes);
  const OwnPage* const page = region.pages[at / OwnPage::size].get();
  if (page == nullptr || page->stores.empty()) return {};
  return page->stores[at % OwnPage::size / static_cast<std::size_t>(region.element_bytes)];
}

bool tells_others(const XrayStep& step) { return is_strong(step) || step.name == "membar" || step.name == "fence"; }

// True if a warp of this block has stored there, in a way that tells others nothing, since the two warps last met.
bool is_of_stranger(const StepContext& context, const LastPlace& place) {
  const Machine& machine = context.machine;
  return place.step != 0 && place.block == machine.others.block && place.warp != context.warp.number &&
         place.instruction >= 0 && !is_strong(machine.program.steps[static_cast<std::size_t>(place.instruction)]) &&
         machine.clocks->is_stranger(context.warp.number, place.warp, place.step);
}

// True if another lane of this warp has stored there, since the lanes were last together.
bool is_of_other_lane(const StepContext& context, int lane, const LastPlace& place) {
  const Machine& machine = context.machine;
  return place.step != 0 && place.block == machine.others.block && place.warp == context.warp.number &&
         place.lane != lane && place.step > machine.clocks->lanes_together_at(context.warp.number) &&
         machine.target.number >= 70;
}

}  // namespace

void look_for_other_warps(StepContext& context, int lane, const MemoryRegion& region, std::size_t at, std::size_t count,
                          bool stores) {
  if (is_strong(context.step)) return;
  Machine& machine = context.machine;
  const auto each = static_cast<std::size_t>(region.element_bytes);
  for (std::size_t element = at / each; element * each < at + count; ++element) {
    const LastPlace place = last_store(region, element);
    // PTX ISA 9.0, "ld.global.nc": the memory is read-only as long as the kernel runs.
    if (!stores && place.step != 0 && context.step.has("nc"))
      machine.doubt_all(
          fmt::format("ld.global.nc reads element {} of {}, which the kernel has stored: PTX leaves open what "
                      "it gives",
                      element, region.name));
    if (is_of_other_lane(context, lane, place))
      machine.doubt_all(
          fmt::format("lane {} of warp {} {} element {} of {}, which lane {} has stored with no __syncwarp "
                      "between them",
                      lane, context.warp.number, stores ? "stores" : "reads", element, region.name, place.lane));
    if (!is_of_stranger(context, place)) continue;
    const std::string text =
        fmt::format("warp {} {} element {} of {}, which warp {} has stored without a barrier between them",
                    context.warp.number, stores ? "stores" : "reads", element, region.name, place.warp);
    if (std::ranges::any_of(machine.program.steps, tells_others))
      machine.doubt_all(text + ": it is not known whether they synchronise in another way");
    else
      machine.report(FindingKind::Race, FindingWeight::Race, text, lane);
    return;
  }
}

}  // namespace tcviz::inline gpu_xray
