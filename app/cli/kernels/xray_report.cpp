#include "app/cli/kernels/xray_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/cli/kernels/xray_access.hpp"
#include "app/cli/kit/table.hpp"

namespace tcviz::inline app_cli {
namespace {

using XrayJson = nlohmann::ordered_json;

XrayJson class_json(const VerdictClass& one) {
  XrayJson sums = XrayJson::object();
  for (const auto& [dimension, set] : one.sums) sums[dimension] = set;
  return {{"count", one.count}, {"state", name_of(one.state)}, {"sum", sums}, {"points", one.points},
          {"text", one.text},   {"example", one.example}};
}

XrayJson finding_json(const XrayFinding& finding) {
  return {{"kind", name_of(finding.kind)},
          {"severity", name_of(finding.weight)},
          {"step", finding.step},
          {"line", finding.line},
          {"ptx_line", finding.ptx_line},
          {"instruction", finding.opcode},
          {"warp", finding.warp},
          {"lane", finding.lane},
          {"register", finding.register_name.empty() ? XrayJson() : XrayJson(finding.register_name)},
          {"text", finding.text},
          {"expected", finding.expected},
          {"got", finding.got},
          {"remedy", finding.remedy.empty() ? XrayJson() : XrayJson(finding.remedy)},
          {"count", finding.count}};
}

// What makes an execution wrong even if every element came out right: a race, say, that the next run may lose.
std::vector<const XrayFinding*> grave_findings(const XrayReport& report) {
  std::vector<const XrayFinding*> found;
  for (const XrayFinding& finding : report.findings)
    if (finding.weight != FindingWeight::Warning) found.push_back(&finding);
  return found;
}

std::string place_of(const XrayFinding& finding) {
  return fmt::format("{} at {}", name_of(finding.kind), line_text(finding.line, finding.ptx_line));
}

std::string element_text(const std::string& output, const NumberDifference& of) {
  return fmt::format("{}[{}] is {:.7g}", output, fmt::join(of.element, ","), of.found);
}

// What the numbers are, or why nobody knows.
std::string numbers_text(const std::string& output, const OutputNumbers& numbers) {
  if (numbers.state == VerdictState::Right)
    return fmt::format("all {} numbers are {}{}", numbers.compared, numbers.expression,
                       numbers.given ? ", as expected" : "");
  if (numbers.state == VerdictState::Wrong && numbers.first)
    return fmt::format("{}, and {:.7g} is expected of {}", element_text(output, *numbers.first),
                       numbers.first->expected, numbers.expression);
  std::string text = "the numbers are not judged: " + numbers.reason;
  if (!numbers.nearest.empty())
    return text + fmt::format("; they are {0}: if that is meant, say --expect '{1} = {0}'", numbers.nearest, output);
  if (numbers.first)
    text += fmt::format("; {}, and of {} it would be {:.7g}", element_text(output, *numbers.first), numbers.expression,
                        numbers.first->expected);
  return numbers.given ? text : text + fmt::format("; say what they should be with --expect '{} = ...'", output);
}

XrayJson numbers_json(const std::optional<OutputNumbers>& numbers) {
  if (!numbers) return nullptr;
  XrayJson first;
  if (numbers->first)
    first = {
        {"element", numbers->first->element}, {"found", numbers->first->found}, {"expected", numbers->first->expected}};
  return {{"state", name_of(numbers->state)}, {"given", numbers->given}, {"expression", numbers->expression},
          {"compared", numbers->compared},    {"first", first},          {"nearest", numbers->nearest},
          {"reason", numbers->reason}};
}

// "in 2 of 64 blocks": where not all were executed, nothing is said of the others.
std::string some_blocks(const XrayReport& report) {
  return report.blocks < report.all_blocks ? fmt::format(" in {} of {} blocks", report.blocks, report.all_blocks) : "";
}

std::string output_line(const XrayReport& report, const OutputVerdict& output,
                        const std::vector<const XrayFinding*>& grave) {
  std::string text = fmt::format("{}: {}", output.name, name_of(output.state));
  if (output.state == VerdictState::Right) text += some_blocks(report);
  if (output.state == VerdictState::Right && !grave.empty()) {
    text += fmt::format(" as executed, but: {}", place_of(*grave.front()));
    if (grave.size() > 1) text += fmt::format(", and {} more", grave.size() - 1);
  }
  for (const VerdictClass& one : output.classes) {
    if (one.state == VerdictState::Right)
      text += fmt::format("\n  {} of {} elements: {}", one.count, output.elements,
                          one.text.empty() ? "each in its place" : one.text);
    else
      text += fmt::format("\n  {} of {} elements, first [{}]: {}: {}", one.count, output.elements,
                          fmt::join(one.example, ","), name_of(one.state), one.text);
  }
  if (output.numbers) text += "\n  " + numbers_text(output.name, *output.numbers);
  if (output.written < output.elements)
    text += fmt::format("\n  {} of {} elements were stored to", output.written, output.elements);
  return text + "\n";
}

std::string finding_text(const XrayFinding& finding, bool explain) {
  std::string text =
      fmt::format("{}, warp {}, lane {}", line_text(finding.line, finding.ptx_line), finding.warp, finding.lane);
  if (finding.instruction < 0) text = "at the end";
  if (!finding.register_name.empty()) text += fmt::format(", {}", finding.register_name);
  const std::string_view kind =
      finding.weight == FindingWeight::Warning ? name_of(finding.weight) : name_of(finding.kind);
  text += fmt::format(": {}: {}", kind, finding.text);
  if (finding.count > 1) text += fmt::format(" ({} times)", finding.count);
  if (explain && !finding.remedy.empty()) text += fmt::format("\n  {}", finding.remedy);
  return text + "\n";
}

XrayJson hop_json(const PathHop& hop) {
  return {{"part", name_of(hop.part)},
          {"step", hop.step},
          {"line", hop.line},
          {"ptx_line", hop.ptx_line},
          {"instruction", hop.opcode},
          {"warp", hop.warp},
          {"lane", hop.lane},
          {"register", hop.register_name.empty() ? XrayJson() : XrayJson(hop.register_name)},
          {"value", hop.value},
          {"from", hop.from.empty() ? XrayJson() : XrayJson(hop.from)},
          {"to", hop.to.empty() ? XrayJson() : XrayJson(hop.to)},
          {"count", hop.count}};
}

// Row by row. A row or column of null: the cell has no such index; a lane of null: it was read from shared memory.
XrayJson tile_json(const SnapshotTile& tile) {
  XrayJson cells = XrayJson::array();
  for (const SnapshotCell& cell : tile.cells)
    cells.push_back({{"text", cell.text},
                     {"row", cell.row < 0 ? XrayJson() : XrayJson(cell.row)},
                     {"col", cell.col < 0 ? XrayJson() : XrayJson(cell.col)},
                     {"state", name_of(cell.state)},
                     {"lane", cell.lane < 0 ? XrayJson() : XrayJson(cell.lane)}});
  return {{"name", tile.name}, {"rows", tile.rows}, {"cols", tile.cols}, {"indices", tile.indices}, {"cells", cells}};
}

XrayJson product_json(const std::optional<EventSnapshot>& event) {
  if (!event) return nullptr;
  return {{"step", event->step},         {"warp", event->warp},          {"line", event->line},
          {"ptx_line", event->ptx_line}, {"instruction", event->opcode}, {"a", tile_json(event->a)},
          {"b", tile_json(event->b)},    {"sum", tile_json(event->sum)}};
}

std::string hop_text(const PathHop& hop) {
  std::string text =
      fmt::format("  {}, warp {}, lane {}, {}:", line_text(hop.line, hop.ptx_line), hop.warp, hop.lane, hop.opcode);
  if (!hop.from.empty()) text += fmt::format(" from {}", hop.from);
  if (!hop.register_name.empty())
    text += fmt::format(" {}{}", hop.to.empty() && !hop.from.empty() ? "to " : "", hop.register_name);
  if (!hop.to.empty()) text += fmt::format(" to {}", hop.to);
  text += fmt::format(", {}", hop.value);
  if (hop.count > 1) text += fmt::format(" ({} times)", hop.count);
  return text + "\n";
}

std::string path_text(const XrayReport& report, const PathWish& wish) {
  const std::string name = fmt::format("{}[{}]", wish.array, fmt::join(wish.indices, ","));
  if (report.path.empty())
    return fmt::format("path of {}: the blocks that were executed do not touch it (--block-at, --all-blocks)\n", name);
  std::string text = fmt::format("path of {}\n", name);
  auto part = PathHop::Part::Element;
  for (const PathHop& hop : report.path) {
    if (hop.part != part)
      text += hop.part == PathHop::Part::Left ? "its product's left factor\n" : "its right factor\n";
    part = hop.part;
    text += hop_text(hop);
  }
  return text;
}

}  // namespace

nlohmann::ordered_json xray_json(const XrayReport& report, const XrayRequest& launch) {
  XrayJson verdict = XrayJson::object(), findings = XrayJson::array(), events = XrayJson::array(),
           banks = XrayJson::array(), path = XrayJson::array();
  XrayJson feeding = XrayJson::array(), shared = XrayJson::array();
  for (const BankAccess& access : report.feeding) feeding.push_back(access_json(access));
  for (const BankPlace& place : report.shared_places)
    shared.push_back({{"line", place.line}, {"ptx_line", place.ptx_line}, {"instruction", place.opcode}});
  for (const PathHop& hop : report.path) path.push_back(hop_json(hop));
  for (const OutputVerdict& output : report.outputs) {
    XrayJson classes = XrayJson::array();
    for (const VerdictClass& one : output.classes) classes.push_back(class_json(one));
    verdict[output.name] = {{"state", name_of(output.state)},
                            {"elements", output.elements},
                            {"stored", output.written},
                            {"classes", classes},
                            {"numbers", numbers_json(output.numbers)}};
  }
  for (const XrayFinding& finding : report.findings) findings.push_back(finding_json(finding));
  for (const XrayEvent& event : report.events)
    events.push_back({{"step", event.step},
                      {"warp", event.warp},
                      {"line", event.line},
                      {"ptx_line", event.ptx_line},
                      {"instruction", event.opcode}});
  for (const XrayBanks& row : report.banks)
    banks.push_back({{"line", row.line},
                     {"ptx_line", row.ptx_line},
                     {"op", row.op},
                     {"wavefronts", row.wavefronts},
                     {"least", row.least}});
  return {{"format", "tcviz-xray/1"},
          {"kernel", report.kernel},
          {"arch", fmt::format("sm_{}", report.architecture)},
          {"launch", {{"grid", launch.grid}, {"block", launch.block}, {"shared", launch.shared}}},
          {"executed",
           {{"blocks", report.blocks},
            {"steps", report.steps},
            {"thread_instructions", report.thread_instructions},
            {"ms", report.milliseconds}}},
          {"state", name_of(report.verdict)},
          {"reason", report.reason.empty() ? report.doubt : report.reason},
          {"verdict", verdict},
          {"findings", findings},
          {"events", events},
          {"event", product_json(report.snapshot)},
          {"feeding", feeding},
          {"access", report.access ? access_json(*report.access) : XrayJson()},
          {"shared", shared},
          {"banks", banks},
          {"path", path},
          {"notes", report.notes},
          {"refused", report.refused ? XrayJson(*report.refused) : XrayJson()}};
}

std::string xray_text(const XrayReport& report, const XrayRequest& launch, bool explain) {
  std::string text =
      fmt::format("{} for sm_{}: {} of {} blocks, {} steps of a warp, {:.0f} ms\n", report.kernel, report.architecture,
                  report.blocks, report.all_blocks, report.steps, report.milliseconds);
  for (const OutputVerdict& output : report.outputs) text += output_line(report, output, grave_findings(report));
  for (const XrayFinding& finding : report.findings) text += finding_text(finding, explain);
  for (const XrayBanks& row : report.banks)
    if (row.wavefronts > row.least)
      text += fmt::format("{}: {} takes {} wavefronts where {} would do\n", line_text(row.line, row.ptx_line), row.op,
                          row.wavefronts, row.least);
  if (report.access) text += access_text(*report.access);
  for (const BankAccess& access : report.feeding) text += access_text(access);
  if (launch.path) text += path_text(report, *launch.path);
  for (const std::string& note : report.notes) text += fmt::format("note: {}\n", note);
  if (report.refused)
    text += fmt::format("refused: {}\n", *report.refused);
  else if (!report.reason.empty())
    text += fmt::format("stopped: {}\n", report.reason);
  if (!report.doubt.empty()) text += fmt::format("not called right: {}\n", report.doubt);
  return text;
}

std::string xray_summary(const XrayReport& report) {
  std::string text;
  for (const OutputVerdict& output : report.outputs)
    text += fmt::format("{}{} is {}", text.empty() ? "" : ", ", output.name, name_of(output.state));
  const auto grave = grave_findings(report);
  const bool all_right =
      !report.outputs.empty() && std::ranges::all_of(report.outputs, [](const OutputVerdict& output) {
        return output.state == VerdictState::Right;
      });
  if (all_right && !grave.empty()) {
    text = fmt::format("{}: {}; {} as executed", place_of(*grave.front()), grave.front()->text, text);
    return report.reason.empty() ? text : fmt::format("{}; {}", text, report.reason);
  }
  if (text.empty()) text = "no argument is an output: mark one with out, as in 'C=out f32[m:64,n:48]'";
  for (const OutputVerdict& output : report.outputs)
    if (output.numbers && output.numbers->state != VerdictState::Right && output.state == output.numbers->state)
      text += fmt::format("; {}", numbers_text(output.name, *output.numbers));
  if (!report.findings.empty()) text += fmt::format("; {}", report.findings.front().text);
  if (!report.reason.empty()) text += fmt::format("; {}", report.reason);
  if (!report.doubt.empty()) text += fmt::format("; {}", report.doubt);
  return text;
}

}  // namespace tcviz::inline app_cli
