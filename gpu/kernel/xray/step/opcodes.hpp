// The table of PTX opcodes that the X-ray executes. An opcode or modifier that is in no row is refused when it is
// executed.
#pragma once

#include <span>
#include <string_view>

#include "gpu/kernel/xray/machine/program.hpp"

namespace tcviz::inline gpu_xray {

// Returns the function that executes an instruction with these types and modifiers; null if the combination is not
// supported.
using StepResolver = StepRun (*)(const XrayStep&);

// One form of an opcode; an opcode may have several rows.
struct OpcodeRow {
  std::string_view name;       // "add"
  std::string_view modifiers;  // the supported modifiers other than types, separated by blanks
  StepResolver resolve;
  bool collective = false;     // it waits for all lanes of the warp, or for those of the member mask
  int member_argument = -1;    // the member mask, counted from the last argument: 1 is the last; -1: there is none
  bool is_event = false;       // the report lists its executions
  bool of_whole_warp = false;  // its result is undefined unless all 32 lanes take part
};

// Returns the rows of one file of steps (steps_*.cpp).
std::span<const OpcodeRow> integer_opcodes();
std::span<const OpcodeRow> float_opcodes();
std::span<const OpcodeRow> half_opcodes();
std::span<const OpcodeRow> bit_opcodes();
std::span<const OpcodeRow> conversion_opcodes();
std::span<const OpcodeRow> memory_opcodes();
std::span<const OpcodeRow> copy_opcodes();
std::span<const OpcodeRow> control_opcodes();
std::span<const OpcodeRow> warp_opcodes();
std::span<const OpcodeRow> matrix_opcodes();
std::span<const OpcodeRow> mbarrier_opcodes();
std::span<const OpcodeRow> bulk_opcodes();
std::span<const OpcodeRow> wgmma_opcodes();

// True if `words`, which are separated by blanks, contain `word`.
bool lists(std::string_view words, std::string_view word);

// Fills a step from the row that fits it: sets the function that executes it, or the reason why it is refused.
void resolve(XrayStep& step);

}  // namespace tcviz::inline gpu_xray
