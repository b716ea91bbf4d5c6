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

// The dimensions that are summed over, and which indices of each.
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

// Whether the numbers that were stored are those of an expression: that which was given, or a usual one.
struct OutputNumbers {
  VerdictState state = VerdictState::Unjudged;  // never Incomplete
  bool given = false;
  std::string expression;     // that they were compared with; empty: none could be
  std::int64_t compared = 0;  // numbers
  std::optional<NumberDifference> first;
  std::string nearest;  // an expression that nobody gave and that they are
  std::string reason;   // why they are not judged
};

struct OutputVerdict {
  std::string name;
  VerdictState state = VerdictState::Right;
  std::int64_t elements = 0, written = 0;
  std::vector<VerdictClass> classes;
  std::vector<double> values;            // as they lie in memory
  std::vector<bool> stored;              // of each of them: whether the blocks that were executed did
  std::vector<std::string> sources;      // the inputs that take part
  bool is_rounded_between = true;        // its numbers may have come by way of rounded ones
  bool is_masked = false;                // not judged for a mask row by row, and for nothing else
  std::optional<OutputNumbers> numbers;  // none: nobody asked, and the elements are not right
};

struct XrayReport {
  std::string kernel;
  ComputeCapability architecture = 0;
  std::int64_t steps = 0, thread_instructions = 0, blocks = 0, all_blocks = 0;
  std::int64_t blocks_apart = 0;  // of them, those that were executed at the same time as others
  double milliseconds = 0;
  VerdictState verdict = VerdictState::Unjudged;
  std::string reason;         // why it is not judged, or what stopped it
  std::string doubt;          // why what came out right is not called right
  bool interrupted = false;   // by the user
  bool out_of_time = false;   // stopped after XrayLimits::most_seconds
  bool is_unsettled = false;  // and nothing else is judged either: what blocks do depends on others
  bool blocks_share = false;  // blocks add to the same memory or read what others store, and some were not executed
  std::vector<OutputVerdict> outputs;
  std::vector<std::pair<std::string, std::vector<double>>> inputs;  // the numbers that they were given
  std::vector<XrayFinding> findings;
  std::vector<XrayEvent> events;
  std::vector<XrayBanks> banks;
  std::vector<std::string> notes;
  std::optional<EventSnapshot> snapshot;  // if it was asked for
  std::vector<BankAccess> feeding;        // the accesses to shared memory that brought its factors
  std::optional<BankAccess> access;       // the one that was asked for
  std::vector<BankPlace> shared_places;   // where shared memory was touched, if any access was asked for
  std::vector<PathHop> path;              // if one was asked for: backwards from an output, forwards from an input
  std::optional<std::string> refused;
};

}  // namespace tcviz::inline gpu_xray
