// The report of an execution: what each output is, what was found, and how much was executed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gpu/kernel/xray/label/bank_access.hpp"
#include "gpu/kernel/xray/machine/finding.hpp"
#include "gpu/kernel/xray/machine/snapshot.hpp"
#include "gpu/kernel/xray/verdict/launch_proposal.hpp"
#include "gpu/kernel/xray/verdict/path.hpp"

namespace tcviz::inline gpu_xray {

// The verdict on an element, an output or a launch.
enum class VerdictState : std::uint8_t { Right, Incomplete, Wrong, Unjudged };
std::string_view name_of(VerdictState state);

// The dimensions over which an element is summed, with the indices of each.
struct VerdictSums : std::vector<std::pair<std::string, std::vector<IndexRun>>> {};

// Elements of an output with the same verdict and the same sums.
struct VerdictClass {
  std::int64_t count = 0;
  VerdictState state = VerdictState::Right;
  VerdictSums sums;
  std::vector<std::string> points;    // names of the output's dimensions
  std::string text;                   // a description of their sums
  std::vector<std::int64_t> example;  // indices of one of the elements
};

// An element whose number differs from the expected one.
struct NumberDifference {
  std::vector<std::int64_t> element;
  double found = 0, expected = 0;
};

// The comparison of an output's numbers with an expression: that of the launch, or a usual one.
struct OutputNumbers {
  VerdictState state = VerdictState::Unjudged;  // never Incomplete
  bool given = false;                           // the expression is that of the launch
  std::string expression;                       // the expression that was compared; empty: no usual one fits
  std::int64_t compared = 0;                    // number of elements
  std::optional<NumberDifference> first;        // the first difference
  std::string nearest;                          // an expression that the numbers do equal, if the launch has none
  std::string reason;                           // the reason why the numbers are not judged
};

// The verdict on one output.
struct OutputVerdict {
  std::string name;
  VerdictState state = VerdictState::Right;
  bool right_as_executed = false;          // unjudged only because the launch as a whole is not called right
  std::int64_t elements = 0, written = 0;  // number of elements, and of those that were stored
  std::vector<VerdictClass> classes;
  std::vector<double> values;        // numbers in the order of memory
  std::vector<bool> stored;          // for each value: true if an executed block stored it
  std::vector<std::string> sources;  // the inputs whose elements it depends on
  bool is_rounded_between = true;    // its numbers may depend on numbers rounded to narrow types
  bool is_masked = false;            // it would be right if a mask left out parts of some rows; only that is not judged
  std::optional<OutputNumbers> numbers;  // none: the launch has no expression for it, and its elements are not right
};

// The report of one execution.
struct XrayReport {
  std::string kernel;
  ComputeCapability architecture = 0;
  // blocks: number of executed blocks; all_blocks: blocks of the grid
  std::int64_t steps = 0, thread_instructions = 0, blocks = 0, all_blocks = 0;
  std::int64_t blocks_apart = 0;  // executed blocks that ran at the same time as others
  double milliseconds = 0;
  VerdictState verdict = VerdictState::Unjudged;
  std::string reason;          // the reason why the launch is not judged, or why the execution stopped
  std::string doubt;           // the reason why a right result is not called right
  bool interrupted = false;    // the user stopped the execution
  bool out_of_time = false;    // stopped after XrayLimits::most_seconds
  bool order_matters = false;  // an instruction was executed whose effect depends on the order of threads
  bool is_unsettled = false;   // nothing is judged, as the results of blocks depend on each other in an unknown order
  // Blocks add to the same memory or read what other blocks store, and not all were executed.
  bool blocks_share = false;
  std::vector<OutputVerdict> outputs;
  std::vector<std::pair<std::string, std::vector<double>>> inputs;  // name and numbers of each input
  std::vector<XrayFinding> findings;
  std::vector<XrayEvent> events;
  std::vector<XrayBanks> banks;
  std::vector<std::string> notes;
  std::optional<EventSnapshot> snapshot;  // the snapshot that the user asked for
  std::vector<BankAccess> feeding;        // the accesses to shared memory that brought the snapshot's factors
  std::optional<BankAccess> access;       // the access that the user asked for
  // The instructions that accessed shared memory, if the user asked for any access.
  std::vector<BankPlace> shared_places;
  // The path that the user asked for: backwards from an output, forwards from an input; empty: none.
  std::vector<PathHop> path;
  std::optional<std::string> refused;  // message about an instruction that cannot be executed
  // The launch, if the program proposed it; none: the user stated it.
  std::optional<LaunchProposal> proposed;
  bool left_open = false;  // wrong under a launch that was proposed, and not judged for that reason
};

}  // namespace tcviz::inline gpu_xray
