#include "gpu/kernel/xray/machine/access.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/kernel/xray/machine/access_log.hpp"
#include "gpu/kernel/xray/machine/bulk_copy.hpp"
#include "gpu/kernel/xray/machine/copy_races.hpp"
#include "gpu/kernel/xray/machine/flags.hpp"
#include "gpu/kernel/xray/machine/global_races.hpp"
#include "gpu/kernel/xray/machine/lane_order.hpp"
#include "gpu/kernel/xray/machine/races.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Returns the window of a generic address inside a window of a block, and makes the address one of that window.
// Parameters of a call lie behind the local variables.
Window resolved(Window window, std::uint64_t& address, std::uint64_t window_bytes_of_shared) {
  if (window == Window::Param && address >= local_window_base) {
    address -= local_window_base;
    return Window::Local;
  }
  if (window != Window::Generic) return window;
  if (address >= shared_window_base &&
      address < shared_window_base + std::max<std::uint64_t>(window_bytes_of_shared, 1 << 20)) {
    address -= shared_window_base;
    return Window::Shared;
  }
  if (address >= local_window_base && address < local_window_base + (std::uint64_t{1} << 32)) {
    address -= local_window_base;
    return Window::Local;
  }
  if (address >= param_window_base && address < param_window_base + (1 << 20)) {
    address -= param_window_base;
    return Window::Param;
  }
  return Window::Global;
}

std::string where(const StepContext& context, std::uint64_t address, Window window) {
  if (window == Window::Shared)
    return fmt::format("byte {} of {} bytes of shared memory", address, context.machine.shared.bytes.size());
  if (window == Window::Local || window == Window::Param) return fmt::format("byte {} of local memory", address);
  const MemoryRegion* const region = context.machine.memory.nearest(address);
  if (region == nullptr) return fmt::format("address {:#x}, which is in no array", address);
  const std::uint64_t past = address - region->base;
  return fmt::format("byte {} of {}, which has {} bytes", past, region->name, region->size());
}

void out_of_bounds(StepContext& context, int lane, std::string_view what, std::uint64_t address, Window window) {
  context.machine.report(
      FindingKind::Bounds, FindingWeight::Wrong,
      fmt::format("lane {} of warp {} {} {}", lane, context.warp.number, what, where(context, address, window)), lane);
}

bool is_aligned(StepContext& context, int lane, std::uint64_t address, int count) {
  if (address % static_cast<std::uint64_t>(count) == 0) return true;
  context.machine.report(FindingKind::Alignment, FindingWeight::Wrong,
                         fmt::format("lane {} of warp {}: an access of {} bytes at {:#x}, which is no multiple of it",
                                     lane, context.warp.number, count, address),
                         lane);
  context.machine.stop("a misaligned address: a GPU stops there");
  return false;
}

void poison_all(StepContext& context, AccessBytes& into, int count, FindingKind kind, const std::string& text) {
  context.machine.blame(0, -1, text);
  const Label label = context.labels().poison(kind, "", "");
  for (int at = 0; at < count; ++at) into.codes[at] = code_of(label, std::min(at, 7));
}

void race(StepContext& context, int lane, std::uint64_t address, std::string_view what) {
  report_race(context.machine, lane, fmt::format("warp {} lane {} {}", context.warp.number, lane, what), address,
              other_side(context.machine));
}

struct Bytes {
  std::uint8_t* bytes = nullptr;
  Code* codes = nullptr;  // null: the region gives them
  MemoryRegion* region = nullptr;
  std::size_t at = 0;
};

Bytes bytes_apart(MemoryRegion& region, std::size_t at, bool stores) {
  OwnPage* const page = stores ? &region.page_to_store(at) : region.stored_page_of(at);
  if (page != nullptr)
    return {page->bytes.data() + at % OwnPage::size, page->codes.data() + at % OwnPage::size, &region, at};
  MemoryRegion& before = *region.before;
  return {before.bytes.data() + at, before.codes.empty() ? nullptr : before.codes.data() + at, &region, at};
}

// Finds the bytes; none outside of the window.
Bytes find_bytes(StepContext& context, int lane, Window window, std::uint64_t address, int count, bool stores) {
  Machine& machine = context.machine;
  const auto size = static_cast<std::uint64_t>(count);
  if (window == Window::Shared) {
    MemoryRegion& shared = machine.shared;
    if (address + size > shared.bytes.size() || address + size < address) return {};
    look_for_barrier(context, lane, address, count);
    return {shared.bytes.data() + address, shared.codes.data() + address, &shared, address};
  }
  if (window == Window::Local) {
    const std::uint64_t all = machine.program.local_bytes;
    if (address + size > all || address + size < address) return {};
    const std::uint64_t begin = all * lane + address;
    return {context.warp.local.data() + begin, context.warp.local_codes.data() + begin, nullptr, begin};
  }
  const std::uint64_t at = window == Window::Param ? address + param_window_base : address;
  MemoryRegion* const region = machine.memory.find(at, static_cast<std::size_t>(count));
  if (region == nullptr) return {};
  const std::uint64_t offset = at - region->base;
  if (region->before != nullptr) return bytes_apart(*region, offset, stores);
  return {region->bytes.data() + offset, region->codes.empty() ? nullptr : region->codes.data() + offset, region,
          offset};
}

// Logs, for each value that a path asks for, the place of its first byte of this access.
void log_access(Machine& machine, PathEntry::Kind kind, int lane, bool in_shared, std::uint64_t address,
                std::span<const Code> codes) {
  Label last = 0;
  for (std::size_t at = 0; at < codes.size(); ++at) {
    const Label label = label_of(codes[at]);
    if ((label == last && (codes[at] & 7) != 0) || !machine.path->wants(label)) continue;
    last = label;
    machine.path->add({kind, static_cast<std::int8_t>(lane), static_cast<std::int16_t>(machine.warp->number),
                       static_cast<std::int32_t>(machine.at_step), -1, machine.steps, in_shared, address + at, label});
  }
}

// Returns the register that a byte of a store comes from: st has them one behind the other.
std::int32_t stored_register(const StepContext& context, const AccessBytes& from, int byte) {
  const std::string_view name = context.step.name;
  if (from.reg >= 0 || (name != "st" && name != "red" && name != "atom")) return from.reg;
  const std::size_t argument = name == "atom" ? 2 : 1;
  const auto at = static_cast<std::size_t>(byte / std::max(1, context.step.bits / 8));
  return at < context.count(argument) ? context.reg(argument, at) : -1;
}

void note_store(const StepContext& context, int lane, const Bytes& found, int count, const AccessBytes& from,
                bool changes) {
  if (context.step.waits && !changes) return;  // an atomic access that only looks
  const int each = found.region->element_bytes;
  const Machine& machine = context.machine;
  LastPlace place{static_cast<std::uint32_t>(machine.steps),
                  static_cast<std::int32_t>(machine.at_step),
                  -1,
                  static_cast<std::int16_t>(context.warp.number),
                  static_cast<std::int8_t>(lane),
                  false,
                  machine.others.block};
  for (int byte = 0; byte < count; byte += each) {
    place.reg = stored_register(context, from, byte);
    const std::size_t at = found.at + static_cast<std::size_t>(byte);
    if (is_atomic(context.step) && !follows_own_lanes(context, *found.region, at, changes, place)) continue;
    if (!is_atomic(context.step) || changes) note_held(context, *found.region, at / each * each, place);
    found.region->note_store(at, static_cast<std::size_t>(std::min(each, count - byte)), place);
  }
}

// Returns the declaration of an array that the host fills with zeros.
std::string declared_as_zeros(const XrayArray& array) {
  std::string sides;
  for (const ArrayDimension& dimension : array.dimensions)
    sides += fmt::format("{}{}:{}", sides.empty() ? "" : ",", dimension.name, dimension.size);
  return fmt::format("{}=inout {}[{}]{}{}*0", array.name, name_of(array.type), sides,
                     array.first_is_fastest ? ":col" : "", array.pitch > 0 ? fmt::format("@{}", array.pitch) : "");
}

std::string text_of_unset(StepContext& context, std::uint64_t address) {
  const MemoryRegion* const region = context.machine.memory.find(address, 1);
  if (region == nullptr) return fmt::format("byte {} is read, and nothing was stored there", address);
  const bool is_atomic = context.step.name == "atom" || context.step.name == "red";
  const XrayArray* const array = context.machine.launch.array_named(region->name);
  if (is_atomic && array != nullptr)
    return fmt::format(
        "an atomic operation on byte {} of {}, where nothing was stored: if the host sets {} to zero "
        "first, declare it as '{}'",
        address - region->base, region->name, region->name, declared_as_zeros(*array));
  return fmt::format("byte {} of {} is read, and nothing was stored there: what the host fills is in or inout",
                     address - region->base, region->name);
}

// Reads the codes of bytes that were all stored, in memory that no other thread uses at the time; false if more is to
// be reported.
bool read_quietly(StepContext& context, int lane, Window window, const Bytes& found, int count, Access how,
                  AccessBytes& into) {
  const auto size = static_cast<std::size_t>(count);
  bool is_unset = false;
  if (found.codes != nullptr) {
    std::copy_n(found.codes, size, into.codes.begin());
    for (std::size_t at = 0; at < size; ++at)
      is_unset = is_unset || LabelSpace::shape_number(label_of(into.codes[at])) == unset_shape;
  } else {
    is_unset = !found.region->untouched_codes(found.at, {into.codes.data(), size});
  }
  if (is_unset) return false;
  if (window == Window::Shared) look_for_other_lanes(context, lane, found.at, size);
  return window != Window::Shared || how == Access::Atomic ||
         context.machine.clocks->read_quietly(context.warp.number, lane, found.at, size);
}

void read_bytewise(StepContext& context, int lane, Window window, std::uint64_t address, const Bytes& found, int count,
                   Access how, AccessBytes& into) {
  for (int at = 0; at < count; ++at) {
    into.codes[at] = found.codes != nullptr ? found.codes[at] : found.region->untouched_code(found.at + at);
    const bool is_pending = check_code(context, lane, into.codes[at], address + at);
    if (window != Window::Shared || how == Access::Atomic) continue;  // its write is checked
    const int other = context.machine.clocks->read(context.warp.number, lane, found.at + at);
    if (other >= 0 && !(is_pending && other >= most_warps)) race(context, lane, found.at + at, "reads");
    if (other == BlockClocks::same_warp) warn_of_lanes(context, lane, found.at + at, into.codes[at]);
    if (other == BlockClocks::no_conflict) look_for_atomics(context, lane, found.at + at, "reads");
  }
}

// Blames the copy that is still to bring a byte that a lane reads: nobody has waited for it, or no barrier stands
// between its warp and the reader.
void blame_copy(StepContext& context, int lane, Code code, std::uint64_t address) {
  const AwaitedBy wait = code == code_of_coming_bulk ? AwaitedBy::Phase : AwaitedBy::CopyGroup;
  const bool lacks_wait = wait == AwaitedBy::Phase || context.machine.clocks->knows_write(context.warp.number, address);
  context.machine.blame(
      lane, -1,
      fmt::format("byte {} of shared memory is read before the copy that brings it has been waited for{}", address,
                  lacks_wait ? "" : " and a barrier has followed"),
      lacks_wait ? wait : AwaitedBy::None);
}

// Reports that a copy, which has come only now, races with the access that the clocks found last.
void report_late_copy(Machine& machine, int lane, const PendingCopy& copy, std::uint64_t at) {
  OtherSide other = other_side(machine);
  const auto read =
      machine.known_findings.find(std::pair(other.instruction, static_cast<int>(FindingKind::PendingCopy)));
  if (read != machine.known_findings.end()) other.awaited = machine.findings[read->second].awaited;
  report_race(machine, lane, fmt::format("a copy of {} writes", machine.program.text_of_line(copy.instruction)), at,
              std::move(other));
}

}  // namespace

bool check_code(StepContext& context, int lane, Code& code, std::uint64_t address) {
  if (code == 0 || LabelSpace::shape_number(label_of(code)) != unset_shape) return false;
  const bool pending = code == code_on_its_way || code == code_of_coming_bulk;
  if (pending)
    blame_copy(context, lane, code, address);
  else
    context.machine.blame(lane, -1, text_of_unset(context, address));
  code = code_of(context.labels().poison(pending ? FindingKind::PendingCopy : FindingKind::Uninitialised, "", ""), 0);
  return pending;
}

Window window_of(const XrayStep& step) {
  for (const std::string_view modifier : step.modifiers) {
    const std::string_view word = modifier.substr(0, modifier.find("::"));
    if (word == "global" || word == "const") return Window::Global;
    if (word == "shared") return Window::Shared;
    if (word == "local") return Window::Local;
    if (word == "param") return Window::Param;
  }
  return Window::Generic;
}

bool read_bytes(StepContext& context, int lane, Window window, std::uint64_t address, int count, AccessBytes& into,
                Access how) {
  window = resolved(window, address, context.machine.shared.bytes.size());
  if (!is_aligned(context, lane, address, count)) return false;
  const Bytes found = find_bytes(context, lane, window, address, count, false);
  if (found.bytes == nullptr) {
    out_of_bounds(context, lane, "reads", address, window);
    into = AccessBytes();
    poison_all(context, into, count, FindingKind::Bounds, "a value from outside of the array");
    return true;
  }
  if (context.machine.accesses != nullptr && window == Window::Shared)
    context.machine.accesses->touch(lane, address, count, false);
  std::copy_n(found.bytes, count, into.bytes.begin());
  if (found.region != nullptr) found.region->was_read = true;
  if (window == Window::Global && context.machine.others.has_any && found.region->array >= 0 &&
      !meet_others_reading(context, lane, *found.region, found.at, static_cast<std::size_t>(count)))
    return false;
  if (window == Window::Global) look_for_copy_at(context, lane, address, static_cast<std::size_t>(count), false);
  if (window == Window::Global && found.region->array >= 0)
    look_for_other_warps(context, lane, *found.region, found.at, static_cast<std::size_t>(count), GlobalUse::Reads);
  if (!read_quietly(context, lane, window, found, count, how, into))
    read_bytewise(context, lane, window, address, found, count, how, into);
  if (window == Window::Global && found.region->array >= 0) note_flag(context, lane, *found.region, found.at);
  if (context.step.decides) context.warp.hear(lane, context.machine.steps);
  if (may_take_lock(context.step)) context.warp.has_locked = true;
  if (context.machine.path != nullptr)
    log_access(context.machine, PathEntry::Kind::Read, lane, window == Window::Shared, address,
               {into.codes.data(), static_cast<std::size_t>(count)});
  return true;
}

bool write_bytes(StepContext& context, int lane, Window window, std::uint64_t address, int count,
                 const AccessBytes& from, Access how) {
  const auto size = static_cast<std::size_t>(count);
  window = resolved(window, address, context.machine.shared.bytes.size());
  if (!is_aligned(context, lane, address, count)) return false;
  const Bytes found = find_bytes(context, lane, window, address, count, true);
  if (found.bytes == nullptr) {
    out_of_bounds(context, lane, "writes", address, window);
    return true;
  }
  if (context.machine.accesses != nullptr && window == Window::Shared)
    context.machine.accesses->touch(lane, address, count, true);
  Code* codes = found.codes;
  if (codes == nullptr) {
    found.region->make_codes();
    codes = found.region->codes.data() + found.at;
  }
  // The same bytes as before: it cannot be known which thread stored them, so it is no race. Compilers store so.
  const bool is_same = std::equal(found.bytes, found.bytes + count, from.bytes.begin()) &&
                       (may_only_read(context.step) || std::equal(codes, codes + count, from.codes.begin()));
  if (!is_same) ++context.machine.others.changes;
  if (window == Window::Global && !is_same) look_for_copy_at(context, lane, address, size, true);
  if (window == Window::Shared && context.step.name != "cp")
    look_for_copy_to(context, lane, found.at, {from.bytes.data(), size}, {from.codes.data(), size});
  if (window == Window::Global && context.machine.others.has_any &&
      !meet_others_storing(context, lane, *found.region, found.at, size, !is_same))
    return false;
  if (window == Window::Global && found.region->array >= 0 && (!is_same || may_only_read(context.step)))
    look_for_other_warps(context, lane, *found.region, found.at, size,
                         is_same ? GlobalUse::OnlyReads : GlobalUse::Stores);
  std::copy_n(from.bytes.begin(), count, found.bytes);
  std::copy_n(from.codes.begin(), count, codes);
  if (context.machine.path != nullptr)
    log_access(context.machine, PathEntry::Kind::Write, lane, window == Window::Shared, address, {codes, size});
  if (window == Window::Global) note_order(context, lane);
  if (window == Window::Global) note_store(context, lane, found, count, from, !is_same);
  if (window != Window::Shared || (is_same && how == Access::Plain)) return true;
  if (context.step.name != "cp") context.machine.stores.store(found.at, size, found.region->bytes.size());
  look_for_readers(context, lane, found.at, size);
  look_for_copy_from(context, lane, found.at, size);
  BlockClocks& clocks = *context.machine.clocks;
  if (!is_same) look_for_stores(context, lane, found.at, size);
  if (how == Access::Plain && clocks.write_quietly(context.warp.number, lane, found.at, size)) return true;
  for (int at = 0; at < count; ++at) {
    if (how == Access::Plain)
      look_for_atomics(context, lane, found.at + at, "writes");
    else if (!is_same)
      clocks.note_atomic(context.warp.number, lane, found.at + at, context.machine.steps);
    const int other = how == Access::Atomic
                          ? clocks.atomic(context.warp.number, found.at + at)
                          : clocks.write_by(context.warp.number, context.warp.number, lane, found.at + at);
    if (other >= 0) race(context, lane, found.at + at, "writes");
  }
  return true;
}

void warn_of_proxy(StepContext& context, int lane, std::uint64_t address, std::string_view reader) {
  context.machine.warn(
      fmt::format("right only if what was stored to shared memory is there for {}, which nothing promises without "
                  "fence.proxy.async",
                  reader),
      FindingKind::Race,
      fmt::format("{} reads byte {} of shared memory, which a thread has stored with no fence.proxy.async since",
                  reader, address),
      lane, AwaitedBy::ProxyFence);
}

void warn_of_overtaken_stores(StepContext& context, int lane, std::uint64_t begin, std::uint64_t end) {
  const ProxyStores& stores = context.machine.stores;
  while (begin < end && stores.is_fenced(begin)) ++begin;
  if (begin == end) return;
  context.machine.warn(
      "right only if what was stored to shared memory before a bulk copy overwrites it does not come after the copy, "
      "which nothing promises without fence.proxy.async",
      FindingKind::Race,
      fmt::format(
          "a bulk copy writes byte {} of shared memory, which a thread has stored with no fence.proxy.async since",
          begin),
      lane, AwaitedBy::ProxyFence);
}

void put_shared(Machine& machine, int lane, std::uint64_t address, std::span<const std::uint8_t> bytes,
                std::span<const Code> codes) {
  MemoryRegion& shared = machine.shared;
  if (address + bytes.size() > shared.bytes.size()) return;
  std::copy(bytes.begin(), bytes.end(), shared.bytes.begin() + static_cast<std::ptrdiff_t>(address));
  std::copy(codes.begin(), codes.end(), shared.codes.begin() + static_cast<std::ptrdiff_t>(address));
  machine.stores.forget(address, bytes.size());
  if (machine.path != nullptr) log_access(machine, PathEntry::Kind::Write, lane, true, address, codes);
}

void write_shared(Machine& machine, int warp, int lane, const PendingCopy& copy) {
  if (copy.to + copy.bytes.size() > machine.shared.bytes.size()) return;
  put_shared(machine, lane, copy.to, copy.bytes, copy.codes);
  BlockClocks& clocks = *machine.clocks;
  clocks.execute(copy.instruction, machine.steps);
  const bool is_quiet = clocks.write_quietly(warp, lane, copy.to, copy.bytes.size());
  for (std::size_t at = 0; !is_quiet && at < copy.bytes.size(); ++at)
    if (clocks.write_by(warp, warp, lane, copy.to + at) >= 0) report_late_copy(machine, lane, copy, copy.to + at);
  clocks.is_copy(copy.to, copy.bytes.size(), copy.started);
  clocks.execute(machine.at_step, machine.steps);
}

}  // namespace tcviz::inline gpu_xray
