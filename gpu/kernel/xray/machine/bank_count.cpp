#include "gpu/kernel/xray/machine/bank_count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/kernel/xray/machine/access_log.hpp"
#include "gpu/smem/banks.hpp"
#include "gpu/smem/operand_image.hpp"

namespace tcviz::inline gpu_xray {
namespace {

void add_count(const StepContext& context, const WarpAccess& access, const LaneAddresses& addresses) {
  if (context.machine.accesses != nullptr) context.machine.accesses->count(access, addresses);
  XrayBanks& banks = context.machine.banks[context.machine.at_step];
  if (banks.op.empty()) {
    banks.line = context.machine.program.source_line(context.machine.at_step);
    banks.ptx_line = context.step.line->ptx_line;
    banks.op = access.name;
  }
  const BankCount count = bank_count(access, addresses);
  banks.wavefronts += count.wavefronts;
  banks.least += count.least;
  banks.conflicts += count.conflicts;
  banks.cycles += count.cycles;
}

// Returns the access of a load or store of so many bytes; the widest for more than 16.
const WarpAccess* access_of(bool loads, int bytes) {
  return find_warp_access(fmt::format("{}{}", loads ? "ld" : "st", 8 * std::min(bytes, 16)));
}

const WarpAccess* matrix_access_of(bool loads, bool transposed, int matrices) {
  return find_warp_access(fmt::format("{}m{}{}", loads ? "ld" : "st", transposed ? "t" : "", matrices));
}

}  // namespace

void count_matrix_banks(StepContext& context, bool loads, const std::array<std::uint64_t, lanes_of_warp>& rows,
                        int matrices) {
  LaneAddresses addresses{};
  for (int lane = 0; lane < lanes_of_warp; ++lane) addresses[lane] = static_cast<std::int64_t>(rows[lane]);
  const WarpAccess* const access = matrix_access_of(loads, context.step.has("trans"), matrices);
  bool in_reach = access != nullptr;
  for (int lane = 0; in_reach && lane < access->lanes; ++lane)
    in_reach = rows[lane] % 16 == 0 && rows[lane] <= static_cast<std::uint64_t>(shared_window) - 16;
  if (!in_reach) return;
  add_count(context, *access, addresses);
}

void count_access_banks(StepContext& context, bool loads, std::size_t address, int bytes) {
  const Window window = window_of(context.step);
  if (window != Window::Shared && window != Window::Generic) return;
  const WarpAccess& access = *access_of(loads, bytes);
  LaneAddresses addresses;
  addresses.fill(lane_off);
  bool in_reach = true;
  context.each_lane([&](int lane) {
    const std::uint64_t at = context.address(address, lane);
    const std::uint64_t place = window == Window::Generic ? at - shared_window_base : at & 0xFFFFFFFF;
    in_reach = in_reach && place + bytes <= static_cast<std::uint64_t>(shared_window) && place % bytes == 0;
    addresses[lane] = static_cast<std::int64_t>(place);
  });
  if (!in_reach) return;
  add_count(context, access, addresses);
}

}  // namespace tcviz::inline gpu_xray
