// Runs a program for many sets of variables at once, a block of them step by step, where it is straight. The compiler
// makes several lanes of each loop. Knows nothing of layouts.
#pragma once

#include <span>
#include <vector>

#include "gpu/language/c/program.hpp"

namespace tcviz::inline gpu_c {

class BlockRunner {
 public:
  static constexpr std::size_t lanes = 256;
  // Programs with more registers are run one by one.
  static constexpr std::uint32_t most_registers = 2048;
  static bool suits(const Program& program) { return program.straight && program.registers <= most_registers; }

  // For a program that suits and outlives the use. `fixed` holds the variables that are the same in every lane.
  void prepare(const Program& program, const Variables& fixed);
  // Where the block's values of a variable are to be put, `lanes` of them.
  std::span<std::uint32_t, lanes> variable(Variable variable) { return column(static_cast<std::uint32_t>(variable)); }
  // The first `count` lanes. False: C++ leaves some lane undefined, and the outputs mean nothing.
  bool run(std::size_t count);
  std::span<const std::uint32_t, lanes> output(std::size_t output) {
    return column(program_->outputs[output].register_number);
  }

 private:
  std::span<std::uint32_t, lanes> column(std::uint32_t register_number) {
    return std::span<std::uint32_t, lanes>(registers_.data() + register_number * lanes, lanes);
  }
  bool stands_left(std::uint32_t constant) const;
  bool is_constant(std::uint32_t register_number) const {
    return register_number >= variable_count && register_number < program_->first_local();
  }

  const Program* program_ = nullptr;
  std::vector<std::uint32_t> registers_;
};

}  // namespace tcviz::inline gpu_c
