// cp.async: bytes that are on their way until the thread that started the copy waits.
#include <algorithm>
#include <array>

#include "gpu/kernel/xray/machine/access.hpp"
#include "gpu/kernel/xray/machine/access_log.hpp"
#include "gpu/kernel/xray/machine/bulk_copy.hpp"
#include "gpu/kernel/xray/machine/copy_races.hpp"
#include "gpu/kernel/xray/step/steps.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Starts a copy. Until it arrives, no thread may use its bytes: a thread that reads them reads a wrong value.
void copy_later(StepContext& context) {
  const auto size = static_cast<int>(context.values(context.reg(2))[0]);
  if (size != 4 && size != 8 && size != 16) {
    context.machine.refuse("cp.async copies 4, 8 or 16 bytes");
    return;
  }
  const bool has_source_size = context.step.arguments.size() > 3 && !context.step.has("L2::cache_hint");
  context.each_lane([&](int lane) {
    if (context.machine.stopped()) return;
    const int given = has_source_size ? static_cast<int>(context.values(context.reg(3))[lane] & 31) : size;
    AccessBytes got, pending;
    const std::uint64_t from = context.address(1, lane), to = context.address(0, lane) & 0xFFFFFFFF;
    if (given == size) {
      if (!read_bytes(context, lane, Window::Global, from, size, got)) return;
    } else {
      for (int byte = 0; byte < std::min(given, size); ++byte) {
        AccessBytes one;
        if (!read_bytes(context, lane, Window::Global, from + byte, 1, one)) return;
        got.bytes[byte] = one.bytes[0], got.codes[byte] = one.codes[0];
      }
    }
    std::fill_n(pending.codes.begin(), size, code_on_its_way);
    const auto count = static_cast<std::size_t>(size);
    begin_copy_to(context, lane, to, {got.bytes.data(), count}, {got.codes.data(), count});
    if (!write_bytes(context, lane, Window::Shared, to, size, pending)) return;
    const ByteRange source{from, static_cast<std::size_t>(std::clamp(given, 0, size))};
    context.machine.async.in_flight.from_global.begin({&source, 1});
    if (context.machine.accesses != nullptr) context.machine.accesses->bring(to, {got.codes.data(), count});
    context.warp.open_copies[lane].push_back({to,
                                              {got.bytes.begin(), got.bytes.begin() + size},
                                              {got.codes.begin(), got.codes.begin() + size},
                                              source,
                                              context.machine.at_step,
                                              context.machine.clocks->clock_of(context.warp.number),
                                              nullptr});
  });
}

void commit(StepContext& context) {
  context.each_lane([&](int lane) {
    context.warp.copy_groups[lane].push_back(std::move(context.warp.open_copies[lane]));
    context.warp.open_copies[lane].clear();
  });
}

void arrive_all(StepContext& context, int lane, const CopyGroup& group) {
  for (const PendingCopy& copy : group) {
    if (copy.handed_over != nullptr) {
      land(context.machine, context.warp.number, *copy.handed_over);
      continue;
    }
    context.machine.async.in_flight.to_shared.end(copy.to, copy.bytes.size());
    end_reads(context.machine, context.warp.number, {&copy.from, 1});
    write_shared(context.machine, context.warp.number, lane, copy);
  }
}

void wait_group(StepContext& context) {
  const std::uint64_t may_stay = context.values(context.reg(0))[0];
  context.each_lane([&](int lane) {
    auto& groups = context.warp.copy_groups[lane];
    while (groups.size() > may_stay) {
      arrive_all(context, lane, groups.front());
      groups.pop_front();
    }
  });
}

void wait_all(StepContext& context) {
  commit(context);
  context.each_lane([&](int lane) {
    for (const CopyGroup& group : context.warp.copy_groups[lane]) arrive_all(context, lane, group);
    context.warp.copy_groups[lane].clear();
  });
}

StepRun choose_copy(const XrayStep& step) {
  if (step.has("bulk") || step.has("mbarrier")) return nullptr;
  const std::size_t count = step.arguments.size();
  if (step.has("commit_group")) return count == 0 ? commit : nullptr;
  if (step.has("wait_all")) return count == 0 ? wait_all : nullptr;
  if (step.has("wait_group")) return count == 1 ? wait_group : nullptr;
  const bool is_copy = step.has("global") && (count == 3 || count == 4) && (step.has("ca") || step.has("cg"));
  return is_copy && step.arguments[0].form == PtxForm::Address && step.arguments[1].form == PtxForm::Address
             ? copy_later
             : nullptr;
}

constexpr std::array copy_rows{
    OpcodeRow{"cp",
              "async ca cg shared shared::cta global commit_group wait_group wait_all L2::64B L2::128B L2::256B "
              "L2::cache_hint",
              choose_copy},
};

}  // namespace

std::span<const OpcodeRow> copy_opcodes() { return copy_rows; }

}  // namespace tcviz::inline gpu_xray
