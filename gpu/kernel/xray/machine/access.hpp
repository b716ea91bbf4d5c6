// Reads and writes bytes of memory with their codes (labels), for one lane of an instruction. All checks of memory are
// here: bounds, alignment, races, bytes without a value, and bytes that a copy has not brought yet.
#pragma once

#include <span>
#include <string_view>

#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {

enum class Access : std::uint8_t { Plain, Atomic };
// The state space of an address.
enum class Window : std::uint8_t { Generic, Global, Shared, Local, Param };

inline constexpr int most_access = 16;
// The bytes that one access reads or writes, with their codes.
struct AccessBytes {
  std::array<std::uint8_t, most_access> bytes{};
  std::array<Code, most_access> codes{};
  std::int32_t reg = -1;  // the stored register, if the arguments of the instruction do not name it; -1: they do
};

// Reads or writes `count` bytes at `address`, an address in `window`. Reports an address outside of all memory; bytes
// read from there are a wrong value. False if the execution cannot go on.
bool read_bytes(StepContext& context, int lane, Window window, std::uint64_t address, int count, AccessBytes& into,
                Access how = Access::Plain);
bool write_bytes(StepContext& context, int lane, Window window, std::uint64_t address, int count,
                 const AccessBytes& from, Access how = Access::Plain);

// Writes the bytes of a copy that a lane has waited for to shared memory, with the same checks.
void write_shared(Machine& machine, int warp, int lane, const PendingCopy& copy);

// Makes `code`, that of a byte that a lane reads, the code of a wrong value if nothing was stored there or if a copy is
// still to bring it. True in the latter case.
bool check_code(StepContext& context, int lane, Code& code, std::uint64_t address);
// Warns that `reader`, which works in the async proxy, may not see what a thread has stored at `address`.
void warn_of_proxy(StepContext& context, int lane, std::uint64_t address, std::string_view reader);
// Warns if a bulk copy overwrites what a thread has stored from `begin` to `end` with no fence.proxy.async since.
void warn_of_overtaken_stores(StepContext& context, int lane, std::uint64_t begin, std::uint64_t end);
// Stores the bytes of a copy in shared memory, without a check for races.
void put_shared(Machine& machine, int lane, std::uint64_t address, std::span<const std::uint8_t> bytes,
                std::span<const Code> codes);

// Returns the window that a modifier of the instruction names; Generic if none does.
Window window_of(const XrayStep& step);

}  // namespace tcviz::inline gpu_xray
