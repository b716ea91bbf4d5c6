#include "app/cli/kernels/xray_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/cli/kernels/xray_access.hpp"
#include "app/cli/kit/table.hpp"
#include "gpu/kernel/ptx/kernel_name.hpp"
#include "gpu/kernel/xray/verdict/report_fields.hpp"
#include "gpu/layout/record.hpp"

namespace tcviz::inline app_cli {
namespace {

using XrayJson = nlohmann::ordered_json;

template <class T>
XrayJson json_of(const T& record) {
  return write_record<XrayJson>(record);
}

// Returns the findings that make an execution wrong even if every element came out right: a race, say, that the next
// run may lose.
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

// Says that the numbers are right, names the first wrong one, or gives the reason that they are not judged.
std::string numbers_text(const std::string& output, const OutputNumbers& numbers) {
  if (numbers.state == VerdictState::Right)
    return fmt::format("all {} numbers are {}{}", numbers.compared, numbers.expression,
                       numbers.given ? ", as expected" : "");
  if (numbers.state == VerdictState::Wrong && numbers.first)
    return fmt::format("{}, and {:.7g} is expected of {}", element_text(output, *numbers.first),
                       numbers.first->expected, numbers.expression);
  std::string text = "the numbers are not judged: " + numbers.reason;
  if (!numbers.nearest.empty())
    return text + fmt::format("; they are {0}: if that is meant, give --expect '{1} = {0}'", numbers.nearest, output);
  if (numbers.first)
    text += fmt::format("; {}, and of {} it would be {:.7g}", element_text(output, *numbers.first), numbers.expression,
                        numbers.first->expected);
  return numbers.given ? text : text + fmt::format("; give what they should be as --expect '{} = ...'", output);
}

// Returns "in 2 of 64 blocks" if not all were executed: the text then says nothing of the others.
std::string some_blocks(const XrayReport& report) {
  return report.blocks < report.all_blocks ? fmt::format(" in {} of {} blocks", report.blocks, report.all_blocks) : "";
}

std::string output_line(const XrayReport& report, const OutputVerdict& output,
                        const std::vector<const XrayFinding*>& grave) {
  std::string text = fmt::format("{}: {}", output.name, name_of(output.state));
  if (output.state == VerdictState::Right) text += some_blocks(report);
  if (output.right_as_executed) text += ": right as executed";
  if (output.right_as_executed && !grave.empty()) {
    text += fmt::format(", but: {}", place_of(*grave.front()));
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
  if (!finding.calls.empty()) text += fmt::format("\n  at {}", text_of(finding.calls));
  if (finding.other && !finding.other->calls.empty())
    text += fmt::format("\n  {} {} at {}", finding.other->by, name_of(finding.other->access),
                        text_of(finding.other->calls));
  if (!finding.cause.empty()) text += fmt::format("\n  {}", finding.cause);
  if (explain && !finding.remedy.empty()) text += fmt::format("\n  {}", finding.remedy);
  return text + "\n";
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

std::vector<XrayBanks> banks_by_line(const std::vector<XrayBanks>& all) {
  std::vector<XrayBanks> rows;
  for (const XrayBanks& one : all) {
    const auto same = std::ranges::find_if(
        rows, [&](const XrayBanks& row) { return row.line > 0 && row.line == one.line && row.op == one.op; });
    if (same == rows.end()) {
      rows.push_back(one);
      continue;
    }
    same->wavefronts += one.wavefronts;
    same->least += one.least;
  }
  return rows;
}

nlohmann::ordered_json xray_json(const XrayReport& report, const XrayRequest& launch) {
  XrayJson verdict = XrayJson::object();
  for (const OutputVerdict& output : report.outputs) {
    verdict[output.name] = json_of(output);
    verdict[output.name].erase("name");
  }
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
          {"findings", json_of(report.findings)},
          {"events", json_of(report.events)},
          {"event", json_of(report.snapshot)},
          {"feeding", json_of(report.feeding)},
          {"access", json_of(report.access)},
          {"shared", json_of(report.shared_places)},
          {"banks", json_of(report.banks)},
          {"path", json_of(report.path)},
          {"notes", report.notes},
          {"refused", json_of(report.refused)},
          {"proposed", json_of(report.proposed)}};
}

std::string outputs_text(const XrayReport& report) {
  std::string text;
  for (const OutputVerdict& output : report.outputs) text += output_line(report, output, grave_findings(report));
  return text;
}

std::string xray_text(const XrayReport& report, const XrayRequest& launch, bool explain) {
  std::string text =
      fmt::format("{} for sm_{}: {} of {} blocks, {} steps of a warp, {:.0f} ms\n", short_name(report.kernel),
                  report.architecture, report.blocks, report.all_blocks, report.steps, report.milliseconds);
  text += outputs_text(report);
  for (const XrayFinding& finding : report.findings) text += finding_text(finding, explain);
  for (const XrayBanks& row : banks_by_line(report.banks))
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
  if (!report.doubt.empty())
    text += fmt::format("{}: {}\n", report.left_open ? "not judged" : "not called right", report.doubt);
  return text;
}

// Returns what a finding says, and its cause, as a part of a sentence.
std::string sentence_of(const XrayFinding& finding) {
  if (finding.cause.empty()) return finding.text;
  const std::string_view cause = finding.cause;
  return fmt::format("{}; {}", finding.text, cause.substr(0, cause.size() - (cause.ends_with('.') ? 1 : 0)));
}

std::string xray_summary(const XrayReport& report) {
  std::string text;
  for (const OutputVerdict& output : report.outputs)
    text += fmt::format("{}{} is {}", text.empty() ? "" : ", ", output.name,
                        output.right_as_executed ? "right as executed" : name_of(output.state));
  const auto grave = grave_findings(report);
  const bool all_right =
      !report.outputs.empty() &&
      std::ranges::all_of(report.outputs, [](const OutputVerdict& output) { return output.right_as_executed; });
  if (all_right && !grave.empty()) {
    text = fmt::format("{}: {}; {}", place_of(*grave.front()), grave.front()->text, text);
    return report.reason.empty() ? text : fmt::format("{}; {}", text, report.reason);
  }
  if (text.empty()) text = "no argument is an output: mark one with out, as in 'C=out f32[m:64,n:48]'";
  for (const OutputVerdict& output : report.outputs)
    if (output.numbers && output.numbers->state != VerdictState::Right && output.state == output.numbers->state)
      text += fmt::format("; {}", numbers_text(output.name, *output.numbers));
  if (!report.findings.empty()) text += fmt::format("; {}", sentence_of(report.findings.front()));
  if (!report.reason.empty()) text += fmt::format("; {}", report.reason);
  const bool is_told =
      report.reason == report.doubt || (!report.findings.empty() && report.findings.front().text == report.doubt);
  if (!report.doubt.empty() && !is_told) text += fmt::format("; {}", report.doubt);
  return text;
}

}  // namespace tcviz::inline app_cli
