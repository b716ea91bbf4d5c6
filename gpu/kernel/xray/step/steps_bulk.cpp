// Bulk and tensor copies. Copies to shared memory complete a phase of an mbarrier, and until then no thread may use
// their bytes; copies to global memory read shared memory until their group was waited for.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "gpu/kernel/xray/label/tensor_map.hpp"
#include "gpu/kernel/xray/machine/access.hpp"
#include "gpu/kernel/xray/machine/bulk_copy.hpp"
#include "gpu/kernel/xray/step/steps.hpp"

namespace tcviz::inline gpu_xray {
namespace {

constexpr int piece = 16;  // bytes that no swizzle divides

// True if sizes and addresses of a copy without a map are legal; false if a GPU stops there.
bool is_aligned_copy(StepContext& context, int lane, std::uint64_t to, std::uint64_t from, std::uint64_t size) {
  if (size > context.machine.shared.bytes.size()) {
    not_allowed(
        context, lane, FindingKind::Bounds,
        fmt::format("a bulk copy of {} bytes, and shared memory has {}", size, context.machine.shared.bytes.size()));
    return false;
  }
  if (to % piece == 0 && from % piece == 0 && size % piece == 0 && size > 0) return true;
  not_allowed(
      context, lane, FindingKind::Alignment,
      fmt::format("a bulk copy of {} bytes from {:#x} to {:#x}: all three are multiples of 16", size, from, to));
  return false;
}

std::uint64_t size_of_copy(const StepContext& context, std::size_t argument, int lane) {
  return context.values(context.reg(argument))[lane] & 0xFFFFFFFF;
}

// Executes cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [to], [from], size, [mbarrier].
void copy_to_shared(StepContext& context) {
  context.each_lane([&](int lane) {
    if (context.machine.stopped()) return;
    MemoryBarrier* const barrier = find_barrier(context, 3, lane);
    const std::uint64_t to = shared_address(context, 0, lane), from = context.address(1, lane),
                        size = size_of_copy(context, 2, lane);
    if (barrier == nullptr || !is_aligned_copy(context, lane, to, from, size)) return;
    auto copy = std::make_shared<ComingBytes>();
    for (std::uint64_t at = 0; at < size; at += piece) {
      AccessBytes got;
      if (!read_bytes(context, lane, Window::Global, from + at, piece, got)) return;
      copy->add(to + at, got.bytes, got.codes);
      add_range(copy->from, from + at, piece);
    }
    start_copy(context, lane, *barrier, std::move(copy), static_cast<std::int64_t>(size));
  });
}

// Notes a copy to global memory, which goes on until its group was waited for.
void begin_bulk(StepContext& context, int lane, std::span<const ByteRange> from, std::span<const ByteRange> to) {
  context.machine.async.in_flight.from_shared.begin(from);
  context.machine.async.in_flight.to_global.begin(to);
  BulkGroups& groups = context.warp.bulk_groups[lane];
  groups.open = true;
  groups.from.insert(groups.from.end(), from.begin(), from.end());
  groups.to.insert(groups.to.end(), to.begin(), to.end());
}

// Executes cp.async.bulk.global.shared::cta.bulk_group [to], [from], size.
void copy_to_global(StepContext& context) {
  context.each_lane([&](int lane) {
    const std::uint64_t to = context.address(0, lane), from = shared_address(context, 1, lane),
                        size = size_of_copy(context, 2, lane);
    if (context.machine.stopped() || !is_aligned_copy(context, lane, to, from, size)) return;
    for (std::uint64_t at = 0; at < size; at += piece) {
      AccessBytes got;
      if (!read_for_copy(context, lane, from + at, got)) return;
      if (!write_bytes(context, lane, Window::Global, to + at, piece, got)) return;
    }
    const ByteRange source{from, size}, target{to, size};
    begin_bulk(context, lane, {&source, 1}, {&target, 1});
  });
}

struct TensorCopy {
  TensorView view;
  TmaBox box;
  std::vector<std::int64_t> corner;
};

// Returns the copy that the map at the address of an argument describes; none, with a finding, if there is no map or it
// does not fit.
std::optional<TensorCopy> tensor_copy(StepContext& context, int lane, std::size_t map, std::uint64_t start) {
  Machine& machine = context.machine;
  const std::uint64_t at =
      context.values(context.reg(map))[lane] + static_cast<std::uint64_t>(context.step.arguments[map].offset);
  const MemoryRegion* const region = machine.memory.find(at, tensor_map_bytes);
  if (region != nullptr && region->array >= 0 && !may_see_all(machine)) return std::nullopt;
  const auto number =
      region == nullptr ? std::nullopt
                        : tensor_map_of(std::span(region->bytes_before()).subspan(at - region->base, tensor_map_bytes));
  if (!number || *number >= machine.launch.arguments.size()) {
    not_allowed(context, lane, FindingKind::Bounds,
                fmt::format("there is no tensor map at {:#x}: an argument such as 'tma(A,box=64x64)' is one", at));
    return std::nullopt;
  }
  TensorCopy made;
  made.view = tensor_view(machine.launch.arguments[*number].map, machine.launch, machine.memory);
  const std::size_t sides = made.view.box.size();
  if (context.count(map) != sides + 1 || !context.step.has(fmt::format("{}d", sides))) {
    not_allowed(context, lane, FindingKind::Bounds,
                fmt::format("the tensor map of {} has {} dimensions, and the copy has another number",
                            machine.launch.arguments[*number].map.array, sides));
    return std::nullopt;
  }
  for (std::size_t side = 0; side < sides; ++side)
    made.corner.push_back(static_cast<std::int32_t>(context.values(context.reg(map, 1 + side))[lane]));
  made.box = made.view.box_at(start);
  TmaBox one_plane = made.box;
  one_plane.planes = 1;
  if (const Status fits = check_box(one_plane); !fits.ok()) {
    not_allowed(context, lane, FindingKind::Alignment, fits.error().message);
    return std::nullopt;
  }
  const std::int64_t end = made.box.start + std::int64_t{made.box.pitch()} * made.box.rows * made.box.planes;
  if (end > static_cast<std::int64_t>(machine.shared.bytes.size())) {
    not_allowed(context, lane, FindingKind::Bounds,
                fmt::format("the box of a tensor copy ends at byte {} of {} bytes of shared memory", end,
                            machine.shared.bytes.size()));
    return std::nullopt;
  }
  return made;
}

// Calls a function for every piece of a box, with its place in shared memory, and the index inside of the box at which
// it begins.
template <class Function>
void each_piece(const TensorCopy& copy, Function function) {
  std::array<int, 5> inside{};
  const std::vector<int>& sides = copy.view.box;
  const std::span<const int> index = std::span(inside).first(sides.size());
  for (int plane = 0; plane < copy.box.planes; ++plane)
    for (int row = 0; row < copy.box.rows; ++row) {
      if (sides.size() > 1) inside[1] = row;
      for (int rest = plane, side = 2; side < static_cast<int>(sides.size()); ++side)
        inside[side] = rest % sides[side], rest /= sides[side];
      for (int byte = 0; byte < copy.box.inner; byte += piece) {
        inside[0] = byte / copy.view.element_bytes;
        function(static_cast<std::uint64_t>(copy.box.address(plane, row, byte)), index);
      }
    }
}

// Calls a function for the elements of a piece that are in bounds, with their place in the array, their first byte in
// the piece, and the number of bytes that go at once.
template <class Function>
bool each_element(const TensorCopy& copy, std::span<const int> inside, Function function) {
  const int each = copy.view.element_bytes;
  std::array<int, 5> index{};
  std::ranges::copy(inside, index.begin());
  const std::span<const int> here = std::span<const int>(index).first(inside.size());
  const auto first = copy.view.place(copy.corner, here);
  index[0] += piece / each - 1;
  if (first && *first % piece == 0 && copy.view.place(copy.corner, here)) return function(*first, 0, piece);
  index[0] = inside[0];
  for (int byte = 0; byte < piece; byte += each, ++index[0])
    if (const auto place = copy.view.place(copy.corner, here); place && !function(*place, byte, each)) return false;
  return true;
}

// Reads the bytes of one piece: from the array, and zeros outside of it.
bool read_piece(StepContext& context, int lane, const TensorCopy& copy, std::span<const int> inside, AccessBytes& into,
                ByteRanges& from) {
  return each_element(copy, inside, [&](std::uint64_t place, int first, int count) {
    AccessBytes one;
    if (!read_bytes(context, lane, Window::Global, copy.view.region->base + place, count, one)) return false;
    std::copy_n(one.bytes.begin(), count, into.bytes.begin() + first);
    std::copy_n(one.codes.begin(), count, into.codes.begin() + first);
    add_range(from, copy.view.region->base + place, static_cast<std::size_t>(count));
    return true;
  });
}

bool write_piece(StepContext& context, int lane, const TensorCopy& copy, std::span<const int> inside,
                 const AccessBytes& from, ByteRanges& to) {
  return each_element(copy, inside, [&](std::uint64_t place, int first, int count) {
    AccessBytes one;
    std::copy_n(from.bytes.begin() + first, count, one.bytes.begin());
    std::copy_n(from.codes.begin() + first, count, one.codes.begin());
    add_range(to, copy.view.region->base + place, static_cast<std::size_t>(count));
    return write_bytes(context, lane, Window::Global, copy.view.region->base + place, count, one);
  });
}

// Executes cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [to], [map, {x, y}], [mbarrier].
void tensor_to_shared(StepContext& context) {
  context.each_lane([&](int lane) {
    if (context.machine.stopped()) return;
    MemoryBarrier* const barrier = find_barrier(context, 2, lane);
    if (barrier == nullptr) return;
    const std::optional<TensorCopy> asked = tensor_copy(context, lane, 1, shared_address(context, 0, lane));
    if (!asked) return;
    auto copy = std::make_shared<ComingBytes>();
    bool goes_on = true;
    each_piece(*asked, [&](std::uint64_t to, std::span<const int> inside) {
      AccessBytes got;
      goes_on = goes_on && read_piece(context, lane, *asked, inside, got, copy->from);
      copy->add(to, got.bytes, got.codes);
    });
    if (goes_on) start_copy(context, lane, *barrier, std::move(copy), asked->view.box_bytes());
  });
}

// Executes cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [map, {x, y}], [from].
void tensor_to_global(StepContext& context) {
  context.each_lane([&](int lane) {
    if (context.machine.stopped()) return;
    const std::optional<TensorCopy> asked = tensor_copy(context, lane, 0, shared_address(context, 1, lane));
    if (!asked) return;
    bool goes_on = true;
    ByteRanges source, target;
    each_piece(*asked, [&](std::uint64_t from, std::span<const int> inside) {
      AccessBytes got;
      goes_on =
          goes_on && read_for_copy(context, lane, from, got) && write_piece(context, lane, *asked, inside, got, target);
      add_range(source, from, piece);
    });
    if (goes_on) begin_bulk(context, lane, source, target);
  });
}

// Ends the writes of the first group.
void end_writes(StepContext& context, BulkGroups& groups) {
  context.machine.async.in_flight.to_global.end(groups.writes.front());
  groups.writes.pop_front();
}

void commit_bulk(StepContext& context) {
  context.each_lane([&](int lane) {
    BulkGroups& groups = context.warp.bulk_groups[lane];
    groups.open = false;
    if (groups.committed.size() == most_groups) {
      context.machine.stop(fmt::format("more than {} groups of copies that are not waited for", most_groups));
      return;
    }
    groups.committed.push_back({std::exchange(groups.from, {}), {}});
    groups.writes.push_back(std::exchange(groups.to, {}));
    if (groups.writes.size() > most_groups) end_writes(context, groups);
    context.machine.clocks->release(store_agent, groups.committed.back().clocks);
  });
}

void wait_for_bulk(StepContext& context) {
  context.each_lane([&](int lane) {
    BulkGroups& groups = context.warp.bulk_groups[lane];
    const std::uint64_t may_stay = context.values(context.reg(0))[lane];
    for (; groups.committed.size() > may_stay; groups.committed.pop_front()) {
      context.machine.async.in_flight.from_shared.end(groups.committed.front().from);
      context.machine.clocks->acquire_by(context.warp.number, 1U << lane, groups.committed.front().clocks);
    }
    while (!context.step.has("read") && groups.writes.size() > may_stay) end_writes(context, groups);
  });
}

// Executes cp.async.mbarrier.arrive{.noinc}.shared.b64 [mbarrier]: the arrival comes when the copies of the thread are
// there.
void arrive_behind_copies(StepContext& context) {
  context.each_lane([&](int lane) {
    if (context.machine.stopped()) return;
    MemoryBarrier* const barrier = find_barrier(context, 0, lane);
    if (barrier == nullptr) return;
    if (!context.step.has("noinc")) ++barrier->pending;
    if (barrier->coming_arrivals == barrier->pending) deliver(context.machine, *barrier);
    hand_over(context, lane, *barrier);
    ++barrier->coming_arrivals;
    note_arrival(context, lane, *barrier);
  });
}

void hint(StepContext&) {}

bool has_dimensions(const XrayStep& step) {
  constexpr std::array<std::string_view, 5> words = {"1d", "2d", "3d", "4d", "5d"};
  return std::ranges::find_first_of(step.modifiers, words) != step.modifiers.end();
}

StepRun choose_bulk(const XrayStep& step) {
  const std::size_t count = step.arguments.size() - (step.has("L2::cache_hint") && !step.arguments.empty() ? 1 : 0);
  const auto at = [&](std::size_t argument) {
    return count > argument && step.arguments[argument].form == PtxForm::Address;
  };
  if (step.has("mbarrier")) return step.has("arrive") && at(0) && count == 1 ? arrive_behind_copies : nullptr;
  if (!step.has("bulk")) return nullptr;
  if (step.has("prefetch")) return hint;
  if (step.has("commit_group")) return count == 0 ? commit_bulk : nullptr;
  if (step.has("wait_group")) return count == 1 ? wait_for_bulk : nullptr;
  const bool to_shared = step.has("mbarrier::complete_tx::bytes"), to_global = step.has("bulk_group");
  if (to_shared == to_global || !step.has("global") || step.has("tensor") != has_dimensions(step)) return nullptr;
  if (step.has("tensor")) {
    if (to_shared) return count == 3 && at(0) && at(1) && at(2) ? tensor_to_shared : nullptr;
    return count == 2 && at(0) && at(1) ? tensor_to_global : nullptr;
  }
  if (to_shared) return count == 4 && at(0) && at(1) && at(3) ? copy_to_shared : nullptr;
  return count == 3 && at(0) && at(1) ? copy_to_global : nullptr;
}

constexpr std::array bulk_rows{
    OpcodeRow{"cp",
              "async bulk tensor 1d 2d 3d 4d 5d tile global shared::cluster shared::cta mbarrier::complete_tx::bytes "
              "bulk_group commit_group wait_group read L2::cache_hint prefetch L2",
              choose_bulk},
    OpcodeRow{"cp", "async mbarrier arrive noinc shared shared::cta", choose_bulk},
};

}  // namespace

std::span<const OpcodeRow> bulk_opcodes() { return bulk_rows; }

}  // namespace tcviz::inline gpu_xray
