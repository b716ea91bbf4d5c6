// The report of an execution.
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
#include "gpu/kernel/xray/verdict/path.hpp"

namespace tcviz::inline gpu_xray {

enum class VerdictState : std::uint8_t { Right, Incomplete, Wrong, Unjudged };
std::string_view name_of(VerdictState state);

// The dimensions that are summed over, and the indices of each.
struct VerdictSums : std::vector<std::pair<std::string, std::vector<IndexRun>>> {};

// Elements of an output that are alike.
struct VerdictClass {
  std::int64_t count = 0;
  VerdictState state = VerdictState::Right;
  VerdictSums sums;
  std::vector<std::string> points;
  std::string text;
  std::vector<std::int64_t> example;  // indices
};

struct NumberDifference {
  std::vector<std::int64_t> element;
  double found = 0, expected = 0;
};

// The comparison of the stored numbers with an expression: the launch's own, or a usual one.
struct OutputNumbers {
  VerdictState state = VerdictState::Unjudged;  // never Incomplete
  bool given = false;
  std::string expression;     // that they were compared with; empty: none fits
  std::int64_t compared = 0;  // numbers
  std::optional<NumberDifference> first;
  std::string nearest;  // an expression that the launch lacks and that they equal
  std::string reason;   // the reason why they are not judged
};

struct OutputVerdict {
  std::string name;
  VerdictState state = VerdictState::Right;
  std::int64_t elements = 0, written = 0;
  std::vector<VerdictClass> classes;
  std::vector<double> values;            // as they lie in memory
  std::vector<bool> stored;              // of each of them: true if the executed blocks stored it
  std::vector<std::string> sources;      // the inputs that take part
  bool is_rounded_between = true;        // its numbers may depend on rounded ones
  bool is_masked = false;                // a mask in some rows is the only reason why it is not judged
  std::optional<OutputNumbers> numbers;  // none: the launch lacks an expression, and the elements are not right
};

struct XrayReport {
  std::string kernel;
  ComputeCapability architecture = 0;
  std::int64_t steps = 0, thread_instructions = 0, blocks = 0, all_blocks = 0;
  std::int64_t blocks_apart = 0;  // of them, those that were executed at the same time as others
  double milliseconds = 0;
  VerdictState verdict = VerdictState::Unjudged;
  std::string reason;         // the reason why it is not judged, or why it stopped
  std::string doubt;          // the reason why a right result is not called right
  bool interrupted = false;   // by the user
  bool out_of_time = false;   // stopped after XrayLimits::most_seconds
  bool is_unsettled = false;  // nothing else is judged either: the work of blocks depends on others
  bool blocks_share = false;  // blocks add to the same memory or read what others store, and some were not executed
  std::vector<OutputVerdict> outputs;
  std::vector<std::pair<std::string, std::vector<double>>> inputs;  // the numbers that they had
  std::vector<XrayFinding> findings;
  std::vector<XrayEvent> events;
  std::vector<XrayBanks> banks;
  std::vector<std::string> notes;
  std::optional<EventSnapshot> snapshot;  // if the user asked for it
  std::vector<BankAccess> feeding;        // the accesses to shared memory that brought the snapshot's factors
  std::optional<BankAccess> access;       // the one that the user asked for
  std::vector<BankPlace> shared_places;   // those that touched shared memory, if the user asked for any access
  std::vector<PathHop> path;              // if the user asked for one: backwards from an output, forwards from an input
  std::optional<std::string> refused;
};

}  // namespace tcviz::inline gpu_xray
