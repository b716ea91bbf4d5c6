// Blocks that are executed apart, at the same time: each on a machine of its own, with labels of its own, on global
// memory as it was. The machine of the launch takes them over in their order, as if each had had its turn. A block that
// reads what another has stored, stores what another has used, or looks for others is executed again in its turn.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {

// The work of a block that was executed apart.
struct ApartBlock {
  bool is_whole = false;  // it came to its end
  bool has_met = false;   // it ended because it works with others
  std::uint32_t number = 0;
  ExecutionRecord record;
  const LabelSpace* labels = nullptr;
  std::vector<std::vector<std::unique_ptr<OwnPage>>> pages;  // of each region of memory
  std::vector<bool> was_read;                                // the same
};

// A machine for blocks that are executed apart; while they are, no other thread may use the machine of the launch, its
// memory or its labels.
class ApartMachine {
 public:
  ApartMachine(Machine& launched, std::function<bool()> interrupted);
  ApartBlock run(const Dim3& block, std::uint32_t number);
  // Prepares for some blocks whose labels are needed until all of them are taken over.
  void begin_round();

 private:
  Machine& launched_;
  LabelSpace labels_;
  XrayMemory memory_;
  Machine machine_;
};

// Alone: the block is to be executed in its turn. Together: so are all that follow.
enum class TakeOver : std::uint8_t { Done, Alone, Together };
TakeOver take_over(Machine& launched, const ApartBlock& block);

// Returns the number of blocks that may be executed at the same time: the memory that they need beside the arrays has
// one bound for all together.
int most_apart(const XrayProgram& program, const XrayLaunch& launch, int threads);

}  // namespace tcviz::inline gpu_xray
