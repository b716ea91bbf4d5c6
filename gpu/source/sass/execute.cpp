#include "gpu/source/sass/execute.hpp"

#include <fmt/format.h>

#include "gpu/source/sass/decoder.hpp"
#include "gpu/source/sass/steps.hpp"

namespace tcviz::inline gpu_sass {
namespace {

// The compiler lets kernels of sm_87 begin with
//     ISETP P0 = UR2 != 0;  @P0 BRA behind;  BMOV ...;  UMOV UR2, 1;  behind:
// where UR2 is whatever an earlier kernel left. Taken or not, only UR2 differs behind it: a branch on an unknown
// predicate is followed both ways at once, and the code that it skips may only touch barrier registers and uniform
// registers, which are unknown afterwards.
struct Fork {
  std::uint32_t end = 0;  // address where both ways meet; zero: no fork
};

Objection step_inside_fork(Warp& warp, const Instruction& x) {
  if (x.operation == SassOpcode::BarrierRegister) return {};
  if (x.operation != SassOpcode::MoveUniform) return "does more than set flags after an unknown branch";
  warp.forget_uniform(x.d);
  return {};
}

// Begins a fork at a branch on an unknown value; objects to one on a known value, which these kernels do not have.
Objection begin_fork(const Warp& warp, const Instruction& x, Fork& fork) {
  std::uint32_t lane_bits = 0;
  if (warp.read_predicate(x.guard, lane_bits).empty()) return "branches on a value";
  if (x.n % 16 != 0) return "branches into an instruction";
  fork.end = x.n;
  return {};
}

Objection compare_uniform(Warp& warp, const Instruction& x) {
  std::uint32_t value = 0;
  const bool known = warp.read_uniform(static_cast<int>(x.b.value), value).empty();
  warp.forget_predicate(x.carry_out);
  return known ? "compares a value that is known" : "";
}

Objection step(Warp& warp, const Instruction& x, Fork& fork) {
  using enum SassOpcode;
  switch (x.operation) {
    case Move:
    case MoveWide:
    case MoveUniform:
    case ToUniform:
    case LaneId:
    case LoadConstant:
    case LoadUniform:
      return step_move(warp, x);
    case Add:
    case AddWide:
    case ShiftedAdd:
    case ShiftedAddHigh:
    case MultiplyAdd:
    case MultiplyWide:
    case MultiplyWideSigned:
    case MultiplyHigh:
      return step_integer(warp, x);
    case Logic:
    case ShiftLeft:
    case ShiftRight:
    case ShiftLeftHigh:
    case Permute:
    case Transpose:
      return step_bits(warp, x);
    case MultiplyMatrices:
      return step_matrix(warp, x);
    case Load:
    case Store:
      return step_memory(warp, x);
    case CompareUniform:
      return compare_uniform(warp, x);
    case BranchIf:
      return begin_fork(warp, x, fork);
    case BarrierRegister:
      return "sets a barrier register";
    case Trap:
      return "runs into the trap after the end";
    case Nothing:
    case Next:
    case Exit:
      return {};
  }
  return "is unknown";
}

}  // namespace

Status execute(const KernelCode& kernel, std::span<const Instruction> code, std::span<const std::uint64_t> parameters,
               WarpMemory& memory, std::span<const Tile> tiles) {
  Warp warp(kernel, memory, parameters, tiles);
  Fork fork;
  if (kernel.parameter_bytes != static_cast<int>(8 * parameters.size())) {
    return unavailable(fmt::format("the kernel does not have {} addresses as parameters", parameters.size()));
  }
  for (const Instruction& x : code) {
    if (fork.end != 0 && x.address >= fork.end) fork = {};
    const Objection problem = fork.end != 0 ? step_inside_fork(warp, x) : step(warp, x, fork);
    if (!problem.empty()) {
      const Word word = word_at(kernel.code, x.address);
      return unavailable(fmt::format("instruction {}: {}", describe(word, x.address), problem));
    }
    if (x.operation == SassOpcode::Exit) return Nothing{};
  }
  return unavailable("the code does not exit");
}

}  // namespace tcviz::inline gpu_sass
