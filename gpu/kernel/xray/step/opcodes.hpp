// The opcodes, a row each. An opcode or a modifier that no row has is a refusal when it is executed.
#pragma once

#include <span>
#include <string_view>

#include "gpu/kernel/xray/machine/program.hpp"

namespace tcviz::inline gpu_xray {

// Chooses the function that runs an instruction, by its types and modifiers; null if they do not go together.
using StepResolver = StepRun (*)(const XrayStep&);

struct OpcodeRow {
  std::string_view name;       // "add"
  std::string_view modifiers;  // the known ones beside types, with blanks between them
  StepResolver resolve;
  bool collective = false;
  int member_argument = -1;  // counted from behind: 1 is the last
  bool is_event = false;
  bool of_whole_warp = false;  // undefined if a lane of the warp does not take part
};

// Returns a table of opcodes; there is one for each file of steps.
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

// True if a word is one of `words`, which have blanks between them.
bool lists(std::string_view words, std::string_view word);

// Fills a step from its row: the function that runs it, or the reason why it is refused.
void resolve(XrayStep& step);

}  // namespace tcviz::inline gpu_xray
