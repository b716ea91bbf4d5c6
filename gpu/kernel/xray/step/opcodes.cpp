#include "gpu/kernel/xray/step/opcodes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tcviz::inline gpu_xray {
namespace {

// Returns the rows of a name; several tables may have one: for f32 and for packed halves.
std::vector<const OpcodeRow*> rows_of(std::string_view name) {
  std::vector<const OpcodeRow*> found;
  for (const auto& table : {integer_opcodes(), float_opcodes(), half_opcodes(), bit_opcodes(), conversion_opcodes(),
                            memory_opcodes(), copy_opcodes(), control_opcodes(), warp_opcodes(), matrix_opcodes(),
                            mbarrier_opcodes(), bulk_opcodes(), wgmma_opcodes()})
    for (const OpcodeRow& row : table)
      if (row.name == name) found.push_back(&row);
  return found;
}

std::string_view unknown_modifier(const XrayStep& step, const OpcodeRow& row) {
  for (const std::string_view modifier : step.modifiers)
    if (std::ranges::find(step.types, modifier) == step.types.end() && !lists(row.modifiers, modifier)) return modifier;
  return {};
}

}  // namespace

bool lists(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (words.substr(0, end) == word) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

void resolve(XrayStep& step) {
  const std::vector<const OpcodeRow*> rows = rows_of(step.name);
  step.refusal = rows.empty() ? fmt::format("the instruction {} is not known", step.line->opcode)
                              : fmt::format("the form {} is not known", step.line->opcode);
  for (const OpcodeRow* row : rows) {
    const std::string_view unknown = unknown_modifier(step, *row);
    if (!unknown.empty()) {
      step.refusal = fmt::format("the modifier .{} of {} is not known", unknown, step.line->opcode);
      continue;
    }
    step.run = row->resolve(step);
    if (step.run == nullptr) continue;
    step.collective = row->collective;
    step.is_event = row->is_event;
    step.of_whole_warp = row->of_whole_warp;
    if (row->member_argument > 0) step.member_argument = static_cast<int>(step.arguments.size()) - row->member_argument;
    step.refusal.clear();
    return;
  }
}

}  // namespace tcviz::inline gpu_xray
