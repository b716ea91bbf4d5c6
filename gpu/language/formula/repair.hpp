// The nearest right formula to a wrong one: single edits of its text, each tried on every slot.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "gpu/language/formula/check.hpp"

namespace tcviz::inline gpu_formula {

struct Repair {
  std::string description;  // "`2` becomes `3`"
  std::string text;         // the whole text after the edit
};

// The goal that a repaired text must reach.
struct RepairGoal {
  std::function<bool(const Formula&)> holds;
  struct Input {
    std::string_view name;
    int size = 0;
  };
  std::array<Input, 2> inputs;
  int result_bits = 8;
  // The largest number of a right text; `likely` holds numbers that it may well have.
  std::uint32_t largest = 4095;
  std::vector<std::uint32_t> likely = {};
};
std::vector<Repair> find_repairs(const RepairGoal& goal, std::string_view text, const ReadOptions& options,
                                 std::size_t most, std::chrono::microseconds time);

// Returns the repairs, the smallest first, at most `most`; empty if no single edit helps or the text is already right.
// Stops when the processor time is spent. A text that cannot be read has no repairs but those of its diagnostics.
std::vector<Repair> find_repairs(Checker& checker, std::string_view text, const ReadOptions& options,
                                 std::size_t most = 3, std::chrono::microseconds time = std::chrono::milliseconds(5));

// True if two texts, row and col, are right once exchanged.
bool right_when_exchanged(Checker& checker, std::string_view row, std::string_view col);

}  // namespace tcviz::inline gpu_formula
