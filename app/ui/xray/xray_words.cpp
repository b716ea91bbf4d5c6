// The texts of the workspace X-ray, prepared.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "app/session/base/sentence.hpp"
#include "app/ui/xray/xray_panel.hpp"

namespace tcviz::inline app_ui {
namespace {

std::string finding_words(const XrayState& state, const XrayFinding& finding) {
  const int line = shown_line(*state.run, finding.line, finding.ptx_line);
  std::string text = line > 0 ? fmt::format("{}  ", line) : std::string();
  text += finding.weight == FindingWeight::Warning ? "warning" : name_of(finding.kind);
  text += fmt::format(": {}", finding.text);
  if (finding.count > 1) text += fmt::format(" ({} times)", finding.count);
  return text;
}

// Returns the sentences about a finding: its cause or what may mend it, its place, and the calls that lead there.
std::vector<std::string> finding_sentences(const XrayFinding& finding) {
  std::vector<std::string> all;
  if (!finding.cause.empty())
    all.push_back(sentence(finding.cause));
  else if (!finding.remedy.empty())
    all.push_back("Perhaps " + finding.remedy);
  std::string place = fmt::format("Warp {}, lane {}", finding.warp, finding.lane);
  if (!finding.register_name.empty()) place += ", " + finding.register_name;
  if (!finding.expected.empty()) place += fmt::format(": expected {}, found {}", finding.expected, finding.got);
  all.push_back(place + ".");
  if (!finding.calls.empty()) all.push_back(fmt::format("At {}.", text_of(finding.calls)));
  return all;
}

// Returns "45  ldmatrix: from byte 1184 of shared memory to %r12 of lane 3".
std::string hop_words(const XrayState& state, const PathHop& hop) {
  const int line = shown_line(*state.run, hop.line, hop.ptx_line);
  const std::string place = hop.register_name.empty() ? fmt::format("lane {}", hop.lane)
                                                      : fmt::format("{} of lane {}", hop.register_name, hop.lane);
  std::string text = line > 0 ? fmt::format("{}  ", line) : std::string();
  text += fmt::format("{}:", hop.opcode.substr(0, hop.opcode.find('.')));
  if (!hop.from.empty()) text += fmt::format(" from {}", hop.from);
  text += fmt::format("{}{}", hop.from.empty() ? " " : hop.to.empty() ? " to " : " by ", place);
  if (!hop.to.empty()) text += fmt::format(" to {}", hop.to);
  if (hop.count > 1) text += fmt::format(" ({} times)", hop.count);
  return text;
}

// Returns "C is wrong, D is right".
std::string outcome_of(const XrayReport& report) {
  std::string text;
  for (const OutputVerdict& output : report.outputs)
    text += fmt::format("{}{} is {}", text.empty() ? "" : ", ", output.name, name_of(output.state));
  return text;
}

// Says how many sums of a product are wrong; empty: none is.
std::string wrong_sums(const SnapshotTile& sum) {
  const auto is_wrong = [](const SnapshotCell& cell) {
    return cell.state == SnapshotState::Odd || cell.state == SnapshotState::Wrong;
  };
  const auto count = static_cast<std::size_t>(std::ranges::count_if(sum.cells, is_wrong));
  if (count == 0) return {};
  if (count == sum.cells.size()) return fmt::format("All {} sums of this product are wrong.", count);
  return fmt::format("{} of the {} sums of this product are wrong.", count, sum.cells.size());
}

// Lists where the parts of a proposed launch come from: "grid 2,4: line 41: gemm<<<grid, 256>>>".
std::string field_words(const LaunchProposal& proposal) {
  std::string text;
  for (const ProposedField* field : fields_of(proposal))
    if (!field->text.empty())
      text += fmt::format("{}{}{}: {}", text.empty() ? "" : "\n", field->known ? "" : "proposed: ", field->text,
                          field->origin);
  return text;
}

}  // namespace

void XrayWords::prepare_advice(const XrayState& state) {
  outcome.clear(), advice.clear();
  if (state.run == nullptr) return;
  const XrayReport& report = state.run->report;
  outcome = outcome_of(report);
  if (const EventSnapshot* const event = state.snapshot(); event != nullptr)
    if (std::string sums = wrong_sums(event->sum); !sums.empty()) advice.push_back(std::move(sums));
  if (report.findings.empty()) return;
  const auto first = std::ranges::find_if(report.findings,
                                          [](const XrayFinding& one) { return one.weight != FindingWeight::Warning; });
  const auto chosen = finding >= 0                     ? report.findings.begin() + finding
                      : first == report.findings.end() ? report.findings.begin()
                                                       : first;
  const int line = shown_line(*state.run, chosen->line, chosen->ptx_line);
  advice.push_back(sentence(fmt::format("{}{}: {}", line > 0 ? fmt::format("line {}, ", line) : std::string(),
                                        name_of(chosen->kind), chosen->text)));
  std::ranges::move(finding_sentences(*chosen), std::back_inserter(advice));
}

void XrayWords::prepare(const XrayState& state) {
  const bool same_run = run == state.run && before == state.before;
  const bool same = same_run && product == state.product && spot == state.marked() && finding == state.finding;
  if (same) return;
  const XrayRun* const now = state.run.get();
  if (!same_run) {
    run = state.run, before = state.before;
    findings.clear(), hints.clear();
    verdict = now != nullptr ? describe_run(*now) : std::string();
    difference = now != nullptr && before ? describe_difference(*before, *now) : std::string();
    if (now != nullptr)
      for (const XrayFinding& finding : now->report.findings) {
        findings.push_back(finding_words(state, finding));
        hints.push_back(fmt::format("{}", fmt::join(finding_sentences(finding), " ")));
      }
    const LaunchProposal* const proposed = now != nullptr && now->report.proposed ? &*now->report.proposed : nullptr;
    proposal = proposed != nullptr ? fmt::format("No launch is stated. Proposed: {}", proposed->call) : std::string();
    fields = proposed != nullptr ? field_words(*proposed) : std::string();
    path.clear();
    if (now != nullptr && !now->path_of.empty()) {
      path.push_back(fmt::format("Path of {}", now->path_of));
      for (const PathHop& hop : now->report.path) path.push_back(hop_words(state, hop));
      if (now->report.path.empty()) path.emplace_back("is not touched by the blocks that were executed");
    }
  }
  product = state.product, spot = state.marked(), finding = state.finding;
  prepare_advice(state);
  instruction.clear(), cell.clear();
  if (now == nullptr || !product || *product >= static_cast<int>(now->products.size())) return;
  const XrayProduct& one = now->products[static_cast<std::size_t>(*product)];
  const XrayEvent& event = now->report.events[one.event];
  instruction = fmt::format("{} of {} · warp {}, its product {} · step {} · {}", *product + 1, now->products.size(),
                            one.warp, one.number, event.step, event.opcode);
  if (spot && state.snapshot() != nullptr) cell = describe_cell(*state.snapshot(), *spot);
}

}  // namespace tcviz::inline app_ui
