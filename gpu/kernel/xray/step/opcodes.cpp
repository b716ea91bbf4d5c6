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

std::vector<std::string_view> unknown_modifiers(const XrayStep& step, const OpcodeRow& row) {
  std::vector<std::string_view> found;
  for (const std::string_view modifier : step.modifiers)
    if (std::ranges::find(step.types, modifier) == step.types.end() && !lists(row.modifiers, modifier))
      found.push_back(modifier);
  return found;
}

// Returns the reason why no row fits: the first modifier that the row lacks which lacks the fewest.
std::string reason_to_refuse(const XrayStep& step, const std::vector<const OpcodeRow*>& rows) {
  if (rows.empty()) return fmt::format("the instruction {} is not known", step.line->opcode);
  std::vector<std::string_view> fewest = unknown_modifiers(step, *rows.front());
  for (const OpcodeRow* row : rows)
    if (std::vector<std::string_view> unknown = unknown_modifiers(step, *row); unknown.size() < fewest.size())
      fewest = std::move(unknown);
  return fewest.empty() ? fmt::format("the form {} is not known", step.line->opcode)
                        : fmt::format("the modifier .{} of {} is not known", fewest.front(), step.line->opcode);
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
  for (const OpcodeRow* row : rows) {
    if (!unknown_modifiers(step, *row).empty()) continue;
    step.run = row->resolve(step);
    if (step.run == nullptr) continue;
    step.collective = row->collective;
    step.is_event = row->is_event;
    step.of_whole_warp = row->of_whole_warp;
    if (row->member_argument > 0) step.member_argument = static_cast<int>(step.arguments.size()) - row->member_argument;
    return;
  }
  step.refusal = reason_to_refuse(step, rows);
}

}  // namespace tcviz::inline gpu_xray
