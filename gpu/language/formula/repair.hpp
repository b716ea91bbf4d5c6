// Repairs a wrong formula: tries single edits of its text, each checked on every slot.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "gpu/language/formula/check.hpp"

namespace tcviz::inline gpu_formula {

// A single edit that makes a formula right.
struct Repair {
  std::string description;  // "`2` becomes `3`"
  std::string text;         // the whole text with the edit
};

// The conditions for a repaired text, and hints for the search.
struct RepairGoal {
  std::function<bool(const Formula&)> holds;  // true if the formula is right
  struct Input {
    std::string_view name;
    int size = 0;
  };
  // The inputs of the formula with their numbers of values.
  std::array<Input, 2> inputs;
  int result_bits = 8;
  // The largest number that a right text contains; `likely` has numbers that it is likely to contain.
  std::uint32_t largest = 4095;
  std::vector<std::uint32_t> likely = {};
};
// Returns repairs of any kind of formula, at most `most`, that reach `goal`. Stops after `time` of processor time.
std::vector<Repair> find_repairs(const RepairGoal& goal, std::string_view text, const ReadOptions& options,
                                 std::size_t most, std::chrono::microseconds time);

// Returns at most `most` repairs, the smallest first; empty if no single edit helps or the text is already right. Stops
// after `time` of processor time. A text that cannot be parsed is repaired only by the corrections in its diagnostics.
std::vector<Repair> find_repairs(Checker& checker, std::string_view text, const ReadOptions& options,
                                 std::size_t most = 3, std::chrono::microseconds time = std::chrono::milliseconds(5));

// True if the texts for row and col are right once they are exchanged.
bool right_when_exchanged(Checker& checker, std::string_view row, std::string_view col);

}  // namespace tcviz::inline gpu_formula
