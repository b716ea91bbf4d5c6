// Executes a program (program.hpp) for many sets of input variables. A straight program, one of 32-bit integer steps
// without jumps, is executed step by step on a block of sets, in loops that the C++ compiler vectorises; any other
// program is executed for one set after another. Knows nothing of layouts.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "gpu/language/c/interpreter.hpp"
#include "gpu/language/c/program.hpp"

namespace tcviz::inline gpu_c {

// Executes a straight program on a block of lanes; a lane is one set of variables.
class BlockRunner {
 public:
  static constexpr std::size_t lanes = 256;
  // The most registers of a program that can be executed by blocks.
  static constexpr std::uint32_t most_registers = 2048;
  // True if a program can be executed by blocks.
  static bool suits(const Program& program) { return program.straight && program.registers <= most_registers; }

  // Prepares for `program`, which suits() must accept and which must outlive the use. `fixed` holds the variables that
  // are equal in all lanes.
  void prepare(const Program& program, const Variables& fixed);
  // Returns the values of a variable in all lanes of the block, for the caller to set.
  std::span<std::uint32_t, lanes> variable(Variable variable) { return column(static_cast<std::uint32_t>(variable)); }
  // Executes the first `count` lanes. False: C++ leaves the result undefined in some lane, and the outputs are
  // meaningless.
  bool run(std::size_t count);
  // Returns the values of output number `output` in all lanes.
  std::span<const std::uint32_t, lanes> output(std::size_t output) const {
    return std::span<const std::uint32_t, lanes>(registers_.data() + program_->outputs[output].register_number * lanes,
                                                 lanes);
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

// Executes any program, at most `lanes` lanes at a time: takes columns of inputs (one value for each lane), gives
// columns of outputs, and says which lanes are undefined.
class LaneRunner {
 public:
  static constexpr std::size_t lanes = BlockRunner::lanes;
  struct Input {
    Variable variable;
    const std::uint32_t* values;  // one value for each lane
  };
  // A lane without values, and the reason.
  struct Stopped {
    std::size_t lane = 0;
    RunState state = RunState::Undefined;
    Undefined why;
  };

  // Starts with `program`, which must outlive the use. `fixed` holds the variables that are equal in all lanes.
  void start(const Program& program, const Variables& fixed);
  // Executes `count` lanes from `first` on. Lanes whose `asked` is ~0 may be skipped; null: none may.
  void run(std::span<const Input> inputs, std::size_t first, std::size_t count, const std::uint32_t* asked = nullptr);

  // Returns the values of an output in the lanes just executed. A 64-bit value that does not fit in 32 bits is the
  // least int.
  const std::uint32_t* column(std::size_t output) const {
    return is_block_ ? block_.output(output).data() : columns_.data() + output * lanes;
  }
  std::int64_t value(std::size_t output, std::size_t lane) const {
    return is_block_ ? value_of(block_.output(output)[lane], program_->outputs[output].type)
                     : values_[output * lanes + lane];
  }
  bool any_undefined() const { return any_undefined_; }
  bool is_undefined(std::size_t lane) const { return any_undefined_ && undefined_[lane] != 0; }
  // Returns the first lane since start() that has no values, one for which this is sure before one for which it is
  // merely not known; none: all have.
  const std::optional<Stopped>& stopped() const { return stopped_; }

 private:
  bool run_block(std::span<const Input> inputs, std::size_t first, std::size_t count);
  void run_lane(std::size_t first, std::size_t lane, const Variables& variables);

  const Program* program_ = nullptr;
  Variables fixed_;
  BlockRunner block_;
  Interpreter slow_;
  bool slow_is_ready_ = false, is_block_ = false, any_undefined_ = false;
  std::vector<std::uint32_t> columns_;  // index: output * lanes + lane; the same for `values_`
  std::vector<std::int64_t> values_;
  std::array<std::uint8_t, lanes> undefined_{};
  std::optional<Stopped> stopped_;
};

}  // namespace tcviz::inline gpu_c
