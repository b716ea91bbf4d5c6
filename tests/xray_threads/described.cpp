#include "tests/xray_threads/described.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tcviz {
namespace {

std::string described(const XrayFinding& of) {
  return fmt::format("finding {} {} {} at {} step {} line {} {} warp {} lane {} {} {}: {} | {} | {} | {} x{} {}\n",
                     name_of(of.kind), name_of(of.weight), static_cast<int>(of.awaited), of.instruction, of.step,
                     of.line, of.ptx_line, of.warp, of.lane, of.register_name, of.opcode, of.text, of.expected, of.got,
                     of.remedy, of.count, of.counts);
}

std::string described(const OutputVerdict& of) {
  std::string text = fmt::format("output {} {} {} {} {} {}\n", of.name, name_of(of.state), of.elements, of.written,
                                 of.sources, of.is_masked);
  for (const VerdictClass& one : of.classes)
    text += fmt::format("  {} {} {} {} {} {}\n", one.count, name_of(one.state), one.sums, one.points, one.text,
                        one.example);
  text += fmt::format("  {}\n  {}\n", of.values, of.stored);
  if (!of.numbers) return text;
  text += fmt::format("  {} {} {} {} {} {}\n", name_of(of.numbers->state), of.numbers->given, of.numbers->expression,
                      of.numbers->compared, of.numbers->nearest, of.numbers->reason);
  if (const auto& first = of.numbers->first)
    text += fmt::format("  {} {} {}\n", first->element, first->found, first->expected);
  return text;
}

std::string described(const SnapshotTile& of) {
  std::string text = fmt::format("tile {} {} {} {}\n", of.name, of.rows, of.cols, of.indices);
  for (const SnapshotCell& cell : of.cells)
    text += fmt::format("  {} {} {} {} {} {}\n", cell.text, cell.row, cell.col, name_of(cell.state), cell.lane,
                        cell.element);
  return text;
}

}  // namespace

std::string described(const XrayReport& of) {
  std::string text =
      fmt::format("{} {} {} {} {} {} {} | {} | {} {} {} {} | {} | {}\n", of.kernel, of.architecture, of.steps,
                  of.thread_instructions, of.blocks, of.all_blocks, name_of(of.verdict), of.reason, of.doubt,
                  of.interrupted, of.is_unsettled, of.blocks_share, of.notes, of.refused.value_or(""));
  for (const OutputVerdict& one : of.outputs) text += described(one);
  for (const auto& [name, values] : of.inputs) text += fmt::format("input {} {}\n", name, values);
  for (const XrayFinding& one : of.findings) text += described(one);
  for (const XrayEvent& one : of.events)
    text += fmt::format("event {} {} {} {} {}\n", one.step, one.warp, one.line, one.ptx_line, one.opcode);
  for (const XrayBanks& one : of.banks)
    text += fmt::format("banks {} {} {} {} {}\n", one.line, one.ptx_line, one.op, one.wavefronts, one.least);
  for (const PathHop& hop : of.path)
    text += fmt::format("hop {} {} {} {} {} {} {} {}\n", name_of(hop.part), hop.step, hop.ptx_line, hop.value, hop.from,
                        hop.to, hop.register_name, hop.count);
  if (!of.snapshot) return text;
  text += fmt::format("snapshot {} {} {}\n", of.snapshot->step, of.snapshot->warp, of.snapshot->opcode);
  return text + described(of.snapshot->a) + described(of.snapshot->b) + described(of.snapshot->sum);
}

}  // namespace tcviz
