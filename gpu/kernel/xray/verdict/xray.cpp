#include "gpu/kernel/xray/verdict/xray.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

#include "gpu/kernel/xray/label/number_formats.hpp"
#include "gpu/kernel/xray/machine/access_log.hpp"
#include "gpu/kernel/xray/step/lower.hpp"
#include "gpu/kernel/xray/verdict/arrays.hpp"
#include "gpu/kernel/xray/verdict/blocks.hpp"
#include "gpu/kernel/xray/verdict/host_variables.hpp"
#include "gpu/kernel/xray/verdict/limits.hpp"
#include "gpu/kernel/xray/verdict/numbers.hpp"
#include "gpu/kernel/xray/verdict/path_walk.hpp"
#include "gpu/kernel/xray/verdict/remedies.hpp"
#include "gpu/kernel/xray/verdict/verdict.hpp"

namespace tcviz::inline gpu_xray {
namespace {

using Clock = std::chrono::steady_clock;

ComputeCapability architecture_of(std::string_view target) {
  int number = 0;
  const std::size_t digits = std::min(target.find_first_of("0123456789"), target.size());
  std::from_chars(target.data() + digits, target.data() + target.size(), number);
  return number;
}

std::string text_of(const XrayFinding& finding) {
  switch (finding.kind) {
    case FindingKind::Pairing:
      return "pairs " + finding.got;
    case FindingKind::Mixing:
      return "adds what belongs to different elements of the output: " + finding.got;
    case FindingKind::CountedTwice:
      return "counts twice: " + finding.got;
    case FindingKind::Uneven:
      return "adds what was scaled differently: " + finding.got;
    default:
      return finding.text;
  }
}

VerdictState overall(const XrayReport& report) {
  const bool race = std::ranges::any_of(
      report.findings, [](const XrayFinding& finding) { return finding.weight == FindingWeight::Race; });
  if (race) return VerdictState::Wrong;
  if (report.is_unsettled) return VerdictState::Unjudged;
  bool wrong = false, incomplete = false, unjudged = report.outputs.empty() || !report.reason.empty();
  for (const OutputVerdict& output : report.outputs) {
    wrong = wrong || output.state == VerdictState::Wrong;
    incomplete = incomplete || output.state == VerdictState::Incomplete;
    unjudged = unjudged || output.state == VerdictState::Unjudged;
  }
  for (const XrayFinding& finding : report.findings)
    wrong |= finding.counts && finding.weight == FindingWeight::Wrong && finding.kind != FindingKind::Incomplete;
  const bool ended = report.reason.empty();
  if (wrong) return VerdictState::Wrong;
  if (report.interrupted) return VerdictState::Unjudged;
  if (incomplete && ended) return VerdictState::Incomplete;
  if (unjudged) return VerdictState::Unjudged;
  return report.doubt.empty() ? VerdictState::Right : VerdictState::Unjudged;
}

std::vector<std::string> only_read(const XrayMemory& memory) {
  std::vector<std::string> names;
  for (const auto& region : memory.regions())
    if (region->array >= 0 && region->was_read && region->stores.empty()) names.push_back(region->name);
  return names;
}

// True if a finding is of the whole execution, and not of the elements that have it in their label.
bool is_of_execution(const XrayFinding& finding) {
  constexpr std::array kinds = {FindingKind::Bounds, FindingKind::Alignment, FindingKind::Divergence,
                                FindingKind::Deadlock};
  return finding.weight == FindingWeight::Race ||
         (finding.weight == FindingWeight::Wrong && std::ranges::find(kinds, finding.kind) != kinds.end());
}

// Takes from the outputs what the launch does not have: none is right where the launch is not called so, and none is
// judged where it is unsettled.
void agree_with_launch(XrayReport& report) {
  const bool is_doubtful = !report.doubt.empty() || report.is_unsettled || report.interrupted ||
                           !report.reason.empty() || std::ranges::any_of(report.findings, is_of_execution);
  for (OutputVerdict& output : report.outputs) {
    output.right_as_executed = output.state == VerdictState::Right && is_doubtful;
    if (output.right_as_executed || report.is_unsettled) output.state = VerdictState::Unjudged;
  }
}

// Judges the outputs; the numbers of a kernel that was stopped say nothing, as its later stores may change them.
void judge_outputs(Machine& machine, const XrayRequest& request, bool all_blocks, XrayReport& report) {
  const HostInputs inputs{request, report.inputs, passed_scalars(machine.program, machine.launch),
                          only_read(machine.memory)};
  int number = 0;
  for (const XrayArgument& argument : machine.launch.arguments) {
    if (!argument.has_array()) continue;
    const int array = number++;
    if (argument.array.role == ArrayRole::In) continue;
    for (const auto& region : machine.memory.regions()) {
      if (region->array != array) continue;
      OutputVerdict& verdict = report.outputs.emplace_back(judge_output(argument.array, *region, all_blocks, machine));
      verdict.is_rounded_between =
          machine.roundings.are_between(argument.array.type, std::ranges::count(verdict.stored, true));
      if (!machine.stopped()) judge_numbers(inputs, argument.array, all_blocks, verdict);
    }
  }
}

// True for what the labels alone say: by which elements a number was made.
bool is_of_labels(const XrayFinding& finding) {
  constexpr std::array kinds = {FindingKind::Pairing, FindingKind::Mixing, FindingKind::CountedTwice,
                                FindingKind::Uneven, FindingKind::Store};
  return std::ranges::find(kinds, finding.kind) != kinds.end();
}

// True if every element was compared with an expression, and all have its numbers.
bool has_all_numbers(const OutputVerdict& output) {
  return output.numbers && output.numbers->state == VerdictState::Right && output.numbers->compared == output.elements;
}

// Leaves a doubt if the labels call wrong what has all the numbers that the launch expects, or usual ones: a product
// whose factors cancel, as in (v / m) * m, has elements in its label that its number has not.
void yield_to_numbers(Machine& machine, XrayReport& report) {
  const auto is_wrong = [](const XrayFinding& finding) {
    return finding.counts && finding.weight == FindingWeight::Wrong;
  };
  const bool labels_alone = std::ranges::all_of(
      machine.findings, [&](const XrayFinding& finding) { return !is_wrong(finding) || is_of_labels(finding); });
  if (!labels_alone || std::ranges::none_of(machine.findings, is_wrong) ||
      !std::ranges::all_of(report.outputs, has_all_numbers))
    return;
  for (XrayFinding& finding : machine.findings)
    if (is_wrong(finding)) finding.weight = FindingWeight::Warning;
  for (OutputVerdict& output : report.outputs)
    for (VerdictClass& one : output.classes)
      if (one.state == VerdictState::Wrong) one.state = output.state = VerdictState::Unjudged;
  machine.doubt_all("the numbers are as expected, and the elements that they are made of are not");
}

void judge(Machine& machine, const XrayRequest& request, bool all_blocks, XrayReport& report) {
  judge_outputs(machine, request, all_blocks, report);
  yield_to_numbers(machine, report);
  for (OutputVerdict& output : report.outputs)
    if (report.interrupted && output.state != VerdictState::Wrong) output.state = VerdictState::Unjudged;
  // A missing value may have led the execution to a wrong end, before it reached an output.
  const bool ended_wrong =
      !machine.stop_reason.empty() && std::ranges::any_of(machine.findings, [](const XrayFinding& finding) {
        return finding.counts && finding.weight == FindingWeight::Wrong;
      });
  const auto was_missing = [](const XrayFinding& finding) {
    return finding.kind == FindingKind::PendingCopy || finding.kind == FindingKind::Uninitialised;
  };
  for (const XrayFinding& finding : machine.findings) {
    if (!finding.counts && !(ended_wrong && was_missing(finding))) continue;
    const auto same = std::ranges::find_if(report.findings, [&](const XrayFinding& other) {
      return finding.line > 0 && other.line == finding.line && other.kind == finding.kind &&
             other.weight == finding.weight;
    });
    if (same != report.findings.end()) {  // one for a line of the source, the first
      same->count += finding.count;
      continue;
    }
    report.findings.push_back(finding);
    if (report.findings.back().text.empty()) report.findings.back().text = text_of(finding);
    report.findings.back().remedy = remedy_among(machine.findings, report.findings.back());
  }
  // Findings with a place come before those made at the end.
  std::ranges::stable_sort(report.findings, {},
                           [](const XrayFinding& finding) { return std::pair(finding.instruction < 0, finding.step); });
}

void keep_inputs(const XrayLaunch& launch, XrayMemory& memory, XrayReport& report) {
  std::vector<const XrayArray*> arrays;
  for (const XrayArgument& argument : launch.arguments)
    if (argument.has_array()) arrays.push_back(&argument.array);
  for (const auto& region : memory.regions()) {
    if (region->array < 0 || arrays[region->array]->role == ArrayRole::Out) continue;
    const ElementType type = arrays[region->array]->type;
    const auto bits = static_cast<std::size_t>(element_bits(type));
    std::vector<double>& numbers = report.inputs.emplace_back(region->name, std::vector<double>()).second;
    for (std::size_t at = 0; at < 8 * region->bytes.size(); at += bits)
      numbers.push_back(from_bits(type, get_bits(region->bytes, at, static_cast<int>(bits))));
  }
}

struct Execution {
  const PtxModule& module;
  const XrayProgram& program;
  const XrayRequest& launch;
  const LayoutFunction& layouts;
  const XrayHooks& hooks;
  std::vector<NamedDimension> dimensions;
  bool in_order = false;  // blocks are known to work together
};

void note_end(const Machine& machine, XrayReport& report) {
  report.reason = machine.refused ? "an instruction is not known" : machine.stop_reason;
  report.refused = machine.refused;
  report.out_of_time = machine.is_out_of_time;
}

// Notes why nothing is called right; after the outputs were judged, which may add a reason.
void note_doubt(const Machine& machine, XrayReport& report) {
  report.doubt = machine.others.unsettled.empty() ? machine.doubt : machine.others.unsettled;
  if (report.blocks_share && report.doubt.empty())
    report.doubt = "blocks add to the same memory, and not all were executed: --all-blocks executes them";
}

// Executes a launch. `multiplied`: labels whose way is wanted too; afterwards those that the execution found.
Result<XrayReport> execute(const Execution& of, std::vector<Label>* multiplied) {
  const XrayRequest& launch = of.launch;
  LabelSpace labels;
  TCVIZ_TRY(labels.set_dimensions(of.dimensions));
  XrayReport report;
  report.kernel = of.program.function->name;
  report.architecture = launch.architecture != 0 ? launch.architecture : architecture_of(of.module.target);
  XrayMemory memory;
  TCVIZ_TRY(place_arguments(of.program, launch, labels, memory, report.notes));
  keep_inputs(launch, memory, report);
  LayoutCache layouts(of.layouts);
  Machine machine(of.program, launch, launch, layouts, memory, labels, of.hooks.interrupted);
  machine.snapshot_step = launch.snapshot_step;
  std::optional<PathLog> log;
  Label element = 0;
  if (launch.path) {
    element = label_of_wish(*launch.path, launch, memory, labels);
    if (element != 0) multiplied->push_back(element);
    log.emplace(
        labels,
        element != 0 ? decltype(points_of(*launch.path, launch, labels)){} : points_of(*launch.path, launch, labels),
        *multiplied);
    machine.path = &*log;
  }
  std::optional<AccessLog> accesses;
  if (launch.access || launch.snapshot_warp >= 0) {
    accesses.emplace(launch.access, launch.snapshot_step.value_or(0), launch.snapshot_warp);
    machine.accesses = &*accesses;
  }
  const auto begin = std::chrono::steady_clock::now();
  const bool all_blocks = run_blocks(machine, launch, of.hooks, of.in_order, report);
  if (machine.others.unsettled.empty()) machine.others.unsettled = unset_by_host(of.program);
  report.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  note_end(machine, report);
  report.order_matters = machine.order_matters;
  report.is_unsettled = !machine.others.unsettled.empty();
  report.blocks_share = machine.others.share && !all_blocks;
  if (log) {
    FoundPath found = element != 0 ? walk_on(machine, *log, element) : walk_back(machine, *log, *launch.path);
    report.path = std::move(found.hops);
    *multiplied = std::move(found.multiplied);
    if (log->is_full()) report.notes.emplace_back("the path is too long to be told in full: try a smaller launch");
  }
  machine.path = nullptr;
  if (accesses) {
    report.shared_places = accesses->places(of.program);
    report.feeding = std::move(accesses->feeding);
    report.access = std::move(accesses->wished);
  }
  judge(machine, launch, all_blocks, report);
  note_doubt(machine, report);
  report.steps = machine.steps;
  report.thread_instructions = machine.thread_instructions;
  report.events = std::move(machine.events);
  report.snapshot = std::move(machine.snapshot);
  for (const auto& [step, banks] : machine.banks) report.banks.push_back(banks);
  report.verdict = overall(report);
  agree_with_launch(report);
  return report;
}

bool goes_on(const Result<XrayReport>& report) {
  return report.ok() && !report.value().interrupted && !report.value().out_of_time;
}

// Executes once more; false, and `report` stays, if the time that is left was too short.
bool execute_again(const Execution& of, std::vector<Label>& multiplied, Result<XrayReport>& report) {
  Result<XrayReport> again = execute(of, &multiplied);
  if (again.ok() && again.value().out_of_time) return false;
  report = std::move(again);
  return true;
}

bool is_any_right(const XrayReport& report) {
  return std::ranges::find(report.outputs, VerdictState::Right, &OutputVerdict::state) != report.outputs.end();
}

// True if every output that is right in `one` is so in `other`, too.
bool are_as_right(const XrayReport& one, const XrayReport& other) {
  return std::ranges::equal(one.outputs, other.outputs, [](const OutputVerdict& a, const OutputVerdict& b) {
    return a.state != VerdictState::Right || b.state == VerdictState::Right;
  });
}

// Executes a launch in other orders of its blocks, warps and lanes, as a GPU has its own. Returns the reason why an
// output that is right in `report` is not called so; empty: there is none.
std::string doubt_of_order(const Execution& execution, XrayRequest& asked, const XrayReport& report,
                           const std::function<double()>& left) {
  asked.path.reset(), asked.access.reset(), asked.snapshot_step.reset(), asked.snapshot_warp = -1;
  for (const ExecutionOrder order : {ExecutionOrder::Reversed, ExecutionOrder::Swapped}) {
    asked.order = order, asked.most_seconds = left();
    std::vector<Label> none;
    const Result<XrayReport> other = execute(execution, &none);
    if (!other || other.value().out_of_time || other.value().interrupted)
      return "blocks, warps or lanes are told apart by atomic or volatile accesses, and no time was left to execute "
             "them in another order: --seconds allows more";
    if (!are_as_right(report, other.value()))
      return "right in one order of blocks, warps and lanes, and not in another: what an atomic or volatile access "
             "gives to a thread is not the same in every run";
  }
  return {};
}

}  // namespace

Result<XrayReport> run_xray(const PtxModule& module, const XrayRequest& launch, const LayoutFunction& layouts,
                            const XrayHooks& hooks) {
  const Clock::time_point begin = Clock::now();
  const Result<const PtxFunction*> entry = entry_of(module, launch.entry);
  TCVIZ_TRY(entry);
  TCVIZ_TRY(check_launch(launch));
  Result<std::vector<NamedDimension>> dimensions = dimensions_of(launch);
  TCVIZ_TRY(dimensions);
  const Result<XrayProgram> program = lower(module, *entry.value(), launch);
  TCVIZ_TRY(program);
  const ComputeCapability architecture =
      launch.architecture != 0 ? launch.architecture : architecture_of(module.target);
  TCVIZ_TRY(check_kernel(program.value(), launch, architecture));
  XrayRequest asked = launch;
  Execution execution{module, program.value(), asked, layouts, hooks, std::move(dimensions).value(), false};
  std::vector<Label> multiplied;
  Result<XrayReport> report = execute(execution, &multiplied);
  const auto left = [&] {
    return std::max(0.0, launch.most_seconds - std::chrono::duration<double>(Clock::now() - begin).count());
  };
  bool together = false;
  if (goes_on(report) && can_take_all(report.value(), launch)) {
    together = execution.in_order = report.value().blocks_share;
    asked.all_blocks = true;
    asked.most_seconds = left();
    std::vector<Label> of_all;
    if (execute_again(execution, of_all, report))
      multiplied = std::move(of_all);
    else
      together = execution.in_order = asked.all_blocks = false;
  }
  // The factors of the first product are known now: one more execution shows their ways.
  asked.most_seconds = left();
  if (goes_on(report) && launch.path && !multiplied.empty()) execute_again(execution, multiplied, report);
  if (goes_on(report) && report.value().order_matters && is_any_right(report.value())) {
    execution.in_order = true;
    XrayReport& found = report.value();
    if (found.doubt.empty()) found.doubt = doubt_of_order(execution, asked, found, left);
    if (!found.doubt.empty() && found.verdict == VerdictState::Right) found.verdict = VerdictState::Unjudged;
    agree_with_launch(found);
  }
  if (report.ok() && together)
    report.value().notes.emplace_back("blocks work together here: all of them were executed, one after the other");
  return report;
}

}  // namespace tcviz::inline gpu_xray
