// Runs a program for many sets of variables: a straight program runs step by step on a block of them, and the C++
// compiler makes several lanes of each loop over the block; any other program runs for one set after the other. Knows
// nothing of layouts.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "gpu/language/c/interpreter.hpp"
#include "gpu/language/c/program.hpp"

namespace tcviz::inline gpu_c {

class BlockRunner {
 public:
  static constexpr std::size_t lanes = 256;
  // The most registers of a program that runs by blocks; programs with more run one by one.
  static constexpr std::uint32_t most_registers = 2048;
  static bool suits(const Program& program) { return program.straight && program.registers <= most_registers; }

  // Prepares for a program that suits and outlives the use. `fixed` holds the variables that are the same in every
  // lane.
  void prepare(const Program& program, const Variables& fixed);
  // Returns the place for the block's values of a variable, `lanes` of them.
  std::span<std::uint32_t, lanes> variable(Variable variable) { return column(static_cast<std::uint32_t>(variable)); }
  // Runs the first `count` lanes. False: C++ leaves some lane undefined, and the outputs mean nothing.
  bool run(std::size_t count);
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

// Columns of inputs in, columns of outputs and their undefined lanes out: at most BlockRunner::lanes at a time.
class LaneRunner {
 public:
  static constexpr std::size_t lanes = BlockRunner::lanes;
  struct Input {
    Variable variable;
    const std::uint32_t* values;  // of every lane
  };
  struct Stopped {
    std::size_t lane = 0;
    RunState state = RunState::Undefined;
    Undefined why;
  };

  // Starts with a program that outlives the use. `fixed` holds the variables that are the same in every lane.
  void start(const Program& program, const Variables& fixed);
  // Runs the lanes from `first` on. May pass over those whose `asked` is ~0; null: all are asked.
  void run(std::span<const Input> inputs, std::size_t first, std::size_t count, const std::uint32_t* asked = nullptr);

  // Returns the outputs of the lanes just run. A wide value that does not fit into 32 bits is the least int in its
  // column.
  const std::uint32_t* column(std::size_t output) const {
    return is_block_ ? block_.output(output).data() : columns_.data() + output * lanes;
  }
  std::int64_t value(std::size_t output, std::size_t lane) const {
    return is_block_ ? value_of(block_.output(output)[lane], program_->outputs[output].type)
                     : values_[output * lanes + lane];
  }
  bool any_undefined() const { return any_undefined_; }
  bool is_undefined(std::size_t lane) const { return any_undefined_ && undefined_[lane] != 0; }
  // Returns the first lane since start() that has no values, and the reason.
  const std::optional<Stopped>& stopped() const { return stopped_; }

 private:
  bool run_block(std::span<const Input> inputs, std::size_t first, std::size_t count);
  void run_lane(std::size_t first, std::size_t lane, const Variables& variables);

  const Program* program_ = nullptr;
  Variables fixed_;
  BlockRunner block_;
  Interpreter slow_;
  bool slow_is_ready_ = false, is_block_ = false, any_undefined_ = false;
  std::vector<std::uint32_t> columns_;  // by output, then lane; and so are the values
  std::vector<std::int64_t> values_;
  std::array<std::uint8_t, lanes> undefined_{};
  std::optional<Stopped> stopped_;
};

}  // namespace tcviz::inline gpu_c
