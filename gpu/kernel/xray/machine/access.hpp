// Bytes and codes of memory, as an instruction of a lane reads and writes them. All checks are here: bounds, alignment,
// races, bytes that no store has made or that a copy has not brought yet.
#pragma once

#include <span>
#include <string_view>

#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {

enum class Access : std::uint8_t { Plain, Atomic };
enum class Window : std::uint8_t { Generic, Global, Shared, Local, Param };

inline constexpr int most_access = 16;
struct AccessBytes {
  std::array<std::uint8_t, most_access> bytes{};
  std::array<Code, most_access> codes{};
  std::int32_t reg = -1;  // the register that is stored, if the arguments of the instruction do not name it
};

// Reads or writes `count` bytes at an address of a window; reports an address outside, and then gives a wrong value for
// the bytes read. False if the execution cannot go on.
bool read_bytes(StepContext& context, int lane, Window window, std::uint64_t address, int count, AccessBytes& into,
                Access how = Access::Plain);
bool write_bytes(StepContext& context, int lane, Window window, std::uint64_t address, int count,
                 const AccessBytes& from, Access how = Access::Plain);

// Does the same for instructions that move more bytes: in shared memory only.
void write_shared(Machine& machine, int warp, int lane, std::uint64_t address, std::span<const std::uint8_t> bytes,
                  std::span<const Code> codes);

// Makes a byte a wrong value if nothing was stored there, or if a copy is still to bring it; true for the latter.
bool check_code(StepContext& context, int lane, Code& code, std::uint64_t address);
// Warns that `reader`, which is of the async proxy, may miss what a thread has stored.
void warn_of_proxy(StepContext& context, int lane, std::uint64_t address, std::string_view reader);
// Returns "warp 3", "a bulk copy": the agent that the clocks know by this number.
std::string agent_text(int agent);
// Returns the kind of wait for an agent that works by itself.
AwaitedBy awaited_of(int agent);
// Stores the bytes that a copy brings; does not ask the clock.
void put_shared(Machine& machine, int lane, std::uint64_t address, std::span<const std::uint8_t> bytes,
                std::span<const Code> codes);

// Returns the window that a modifier names; Generic if none does.
Window window_of(const XrayStep& step);

}  // namespace tcviz::inline gpu_xray
