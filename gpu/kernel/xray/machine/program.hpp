// A kernel translated for execution: every operand is a register. Constants, special registers and addresses of
// variables are registers too, whose values are set when a warp starts.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gpu/kernel/ptx/module.hpp"
#include "gpu/kernel/xray/machine/finding.hpp"

namespace tcviz::inline gpu_xray {

class StepContext;
// Executes one instruction for the active lanes.
using StepRun = void (*)(StepContext&);

// One operand of an instruction, as registers.
struct StepArgument {
  PtxForm form = PtxForm::Register;
  bool negated = false;
  PtxLiteral literal = PtxLiteral::Whole;  // of a number
  // Range in XrayProgram::slots: registers; of an address the base, then coordinates.
  std::uint32_t first = 0, count = 0;
  std::int64_t offset = 0;  // for an address: its offset in bytes
  std::string_view name;    // name of a symbol that is not a variable, such as a function
};

// One instruction of the program.
struct XrayStep {
  const PtxLine* line = nullptr;
  StepRun run = nullptr;                    // null: it cannot be executed, see `refusal`
  std::string_view name;                    // the opcode without modifiers: "mma"
  std::vector<std::string_view> modifiers;  // all modifiers: "sync", "m16n8k16", "f32"
  std::vector<std::string_view> types;      // the modifiers that are types: "f32"
  int bits = 0;                             // size of the first type
  std::vector<StepArgument> arguments;
  bool collective = false;       // it waits for all lanes of the warp, or for those of the member mask
  int member_argument = -1;      // number of the argument that is the member mask; -1: none
  bool is_event = false;         // it is a tensor-core instruction, ldmatrix or the like, which the report lists
  bool of_whole_warp = false;    // its result is undefined unless all 32 lanes take part, also if some have exited
  bool reads_unset = false;      // a register that it reads, or its predicate, may have no value
  bool has_bad_operand = false;  // an operand is declared nowhere, or a number of no type that it takes
  bool is_ordered = false;       // atomic or volatile, and what it does depends on the order of threads
  bool decides = false;          // a load or atomic like that on whose value a branch depends
  bool drops_result = false;     // an atomic whose result nothing reads, as red has none
  bool waits = false;            // the way goes on only after it has given what it waits for (see waits.hpp)
  bool is_read_only = false;     // a load of memory that nothing stores to: ld.global.nc
  bool has_result = false;       // its first argument is the result
  std::string refusal;           // the reason why it cannot be executed; empty: it can

  bool has(std::string_view modifier) const;
  std::string_view type(std::size_t at = 0) const { return at < types.size() ? types[at] : std::string_view(); }
};

// A register that is set when a warp starts.
struct BornRegister {
  std::int32_t reg = 0;
  std::string_view special;  // the special register that gives its value; empty: `value` does
  std::uint64_t value = 0;
};

struct PlacedVariable {
  PtxVariable variable;
  std::uint64_t address = 0;  // in its state space
};

// A kernel ready for execution.
struct XrayProgram {
  const PtxModule* module = nullptr;
  const PtxFunction* function = nullptr;
  std::vector<XrayStep> steps;
  std::vector<std::int32_t> slots;  // register numbers; arguments refer to ranges of it
  std::vector<std::uint8_t> bytes;  // size of each register, 4 or 8
  std::vector<int> lines;           // source line of each step; 0: not known
  // Places in the source with the calls that were inlined around them, innermost first; empty: there was no call.
  std::vector<std::vector<SourcePlace>> chains;
  std::vector<std::uint32_t> chain_of;  // for each step, the number of its chain
  // For each register, 1 if it may be read before it is written.
  std::vector<std::uint8_t> may_be_unset;
  std::vector<BornRegister> born;
  std::vector<PlacedVariable> variables;
  std::unordered_map<std::string_view, std::size_t> variable_of;  // index in `variables` by name
  // Some instruction is atomic, volatile or the like (is_strong), or a fence: threads may tell others of what they did.
  // has_flags: some load, store or atomic is.
  bool tells_others = false, has_flags = false;
  bool has_unknown_waits = false;  // it is not known which loads wait (see waits.hpp)
  std::uint64_t shared_bytes = 0, local_bytes = 0, param_bytes = 0, const_bytes = 0;
  std::vector<std::uint64_t> param_offsets;  // offset of each parameter of the kernel, in bytes

  std::span<const std::int32_t> registers(const StepArgument& argument) const {
    return {slots.data() + argument.first, argument.count};
  }
  // Calls `function` with each register that the step reads, its predicate among them.
  template <class Function>
  void each_source(const XrayStep& step, Function function) const {
    if (step.line->predicate >= 0) function(step.line->predicate);
    for (std::size_t argument = step.has_result ? 1 : 0; argument < step.arguments.size(); ++argument)
      for (const std::int32_t reg : registers(step.arguments[argument]))
        if (reg >= 0) function(reg);
  }
  // Returns the source line of a step, in the file that the user sees; 0 if the PTX does not name it.
  int source_line(std::size_t step) const { return lines[step]; }
  // Sets the number, lines and calls of a step in `into`, a finding or the other side of a race.
  template <class T>
  void place(std::int64_t step, T& into) const {
    const auto at = static_cast<std::size_t>(step);
    into.instruction = step;
    into.line = source_line(at);
    into.ptx_line = steps[at].line->ptx_line;
    into.calls = chains[chain_of[at]];
  }
  // Returns "line 24", or "line 57 of the PTX" if the source line is not known.
  std::string text_of_line(std::int64_t step) const;
  std::string register_name(std::int32_t reg) const;
};

// The addresses at which the state spaces begin in generic addresses.
inline constexpr std::uint64_t shared_window_base = 0x7E00'0000'0000, local_window_base = 0x7D00'0000'0000,
                               param_window_base = 0x7C00'0000'0000, const_window_base = 0x7B00'0000'0000,
                               global_window_base = 0x7000'0000'0000;

}  // namespace tcviz::inline gpu_xray
