// An entry made ready to be executed: every operand is a register. Numbers, special registers and the addresses of
// variables are registers too, which a warp is born with.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gpu/kernel/ptx/module.hpp"

namespace tcviz::inline gpu_xray {

class StepContext;
using StepRun = void (*)(StepContext&);

struct StepArgument {
  PtxForm form = PtxForm::Register;
  bool negated = false;
  std::uint32_t first = 0, count = 0;  // registers, of `slots`; of an address the base, then its coordinates
  std::int64_t offset = 0;             // of an address
  std::string_view name;               // of a symbol that is no variable: a function
};

struct XrayStep {
  const PtxLine* line = nullptr;
  StepRun run = nullptr;
  std::string_view name;                    // "mma"
  std::vector<std::string_view> modifiers;  // "sync", "m16n8k16", "f32": all that stand behind
  std::vector<std::string_view> types;      // those of them that are types: "f32"
  int bits = 0;                             // of the first type
  std::vector<StepArgument> arguments;
  bool collective = false;     // waits for all lanes of the warp, or of the member mask
  int member_argument = -1;    // the number of the argument that is the member mask
  bool is_event = false;       // tensor-core instruction, ldmatrix and the like
  bool of_whole_warp = false;  // undefined if a lane of the warp does not take part, one that has left too
  bool has_result = false;     // its first argument
  std::string refusal;         // the reason why it cannot be executed

  bool has(std::string_view modifier) const;
  std::string_view type(std::size_t at = 0) const { return at < types.size() ? types[at] : std::string_view(); }
};

// A register that a warp is born with.
struct BornRegister {
  std::int32_t reg = 0;
  std::string_view special;  // empty: `value`
  std::uint64_t value = 0;
};

struct PlacedVariable {
  PtxVariable variable;
  std::uint64_t address = 0;  // inside its space
};

struct XrayProgram {
  const PtxModule* module = nullptr;
  const PtxFunction* function = nullptr;
  std::vector<XrayStep> steps;
  std::vector<std::int32_t> slots;
  std::vector<std::uint8_t> bytes;  // of each register: 4 or 8
  std::vector<int> lines;           // of the source, for each step
  // Registers that the text reads before it writes them: they may have no value.
  std::vector<std::uint8_t> may_be_unset;
  std::vector<BornRegister> born;
  std::vector<PlacedVariable> variables;
  std::unordered_map<std::string_view, std::size_t> variable_of;
  std::uint64_t shared_bytes = 0, local_bytes = 0, param_bytes = 0, const_bytes = 0;
  std::vector<std::uint64_t> param_offsets;

  std::span<const std::int32_t> registers(const StepArgument& argument) const {
    return {slots.data() + argument.first, argument.count};
  }
  // Returns the line of the source that the user sees, in its file; 0 if the PTX does not name it.
  int source_line(std::size_t step) const { return lines[step]; }
  std::string register_name(std::int32_t reg) const;
};

// The places of spaces in generic addresses.
inline constexpr std::uint64_t shared_window_base = 0x7E00'0000'0000, local_window_base = 0x7D00'0000'0000,
                               param_window_base = 0x7C00'0000'0000, const_window_base = 0x7B00'0000'0000,
                               global_window_base = 0x7000'0000'0000;

}  // namespace tcviz::inline gpu_xray
