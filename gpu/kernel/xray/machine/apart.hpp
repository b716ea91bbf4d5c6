// Executes blocks apart: several at the same time, each on a machine and with labels of its own, on global memory as it
// was before. The machine of the launch then merges their results in the order of the blocks, as if it had executed
// them one after another. A block that reads what another one has stored, stores what another one has used, or
// communicates with others is executed again by the machine of the launch.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {

// The result of a block that was executed apart.
struct ApartBlock {
  bool is_whole = false;     // the block was executed to its end
  bool has_met = false;      // it was stopped because it communicates with other blocks
  std::uint32_t number = 0;  // number of the block in the grid
  ExecutionRecord record;
  const LabelSpace* labels = nullptr;
  std::vector<std::vector<std::unique_ptr<OwnPage>>> pages;  // changes to each region of memory
  std::vector<bool> was_read;                                // for each region: true if the block read from it
};

// Executes blocks apart. Meanwhile no other thread may use the machine of the launch, its memory or its labels, except
// to execute other blocks apart.
class ApartMachine {
 public:
  ApartMachine(Machine& launched, std::function<bool()> interrupted);
  // Executes the block with the index `block` and the number `number`.
  ApartBlock run(const Dim3& block, std::uint32_t number);
  // Prepares for a round of blocks: their labels stay valid until all of them are merged.
  void begin_round();

 private:
  Machine& launched_;
  LabelSpace labels_;
  XrayMemory memory_;
  Machine machine_;
};

// The result of take_over(). Done: the block is merged. Alone: the machine of the launch has to execute this block.
// Together: it has to execute this block and all that follow.
enum class TakeOver : std::uint8_t { Done, Alone, Together };
// Merges the result of `block` into the machine of the launch if that gives the same as executing it there.
TakeOver take_over(Machine& launched, const ApartBlock& block);

// Returns the number of blocks, at most `threads`, that may be executed at the same time: their memory is limited to 2
// GiB in all, without the arrays.
int most_apart(const XrayProgram& program, const XrayLaunch& launch, int threads);

}  // namespace tcviz::inline gpu_xray
