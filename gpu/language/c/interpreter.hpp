// Executes a program (program.hpp) for one set of variables, step by step. An operation that C++ leaves undefined stops
// the execution, so it never causes undefined behaviour here.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gpu/language/c/foreign.hpp"
#include "gpu/language/c/program.hpp"

namespace tcviz::inline gpu_c {

// Converts a value from type `from` to type `to`. False: C++ leaves the result undefined, as for a fraction that does
// not fit in an integer type.
bool convert_cell(Bits64 cell, Type from, Type to, Bits64& result);

// The most steps of all executions of one interpreter together; only programs with loops can reach it.
inline constexpr std::int64_t step_budget = 64'000'000;

// The arrays that the body of an operation may use.
struct OutsideArrays {
  std::span<const double> u, v;
  std::span<double> out;
  std::span<const double> operator[](std::size_t array) const { return array == 0 ? u : array == 1 ? v : out; }
};
inline constexpr std::array<const char*, 3> outside_array_names = {"u", "v", "out"};

// Executes one program, any number of times.
class Interpreter {
 public:
  Interpreter() = default;
  // Starts a program, which must outlive the interpreter.
  explicit Interpreter(const Program& program) { start(program); }
  // Starts with `program`, which must outlive the use, and a full budget; keeps the memory of the program before.
  void start(const Program& program, std::int64_t budget = step_budget);

  // Executes the program once.
  RunState run(const Variables& variables);
  // Returns the register of a variable, for the caller to set before run(arrays).
  Bits64& variable(Variable variable) { return registers_[static_cast<std::size_t>(variable)]; }
  RunState run(const OutsideArrays& arrays = {});
  // Returns an integer output after a run that is Done; bits() returns the bits of any output.
  std::int64_t output(std::size_t output) const;
  Bits64 bits(std::size_t output) const { return registers_[program_->outputs[output].register_number]; }
  // Returns the reason why the last run was not Done, with the values.
  Undefined undefined() const;

 private:
  bool is_taken(const Step& step) const;
  RunState state_at(const Step& stopped) const;
  bool carry_out(const Step& step);
  bool compute(const Step& step);
  bool call(const Step& step);
  bool call_foreign(const Step& step);
  bool load(const Step& step);
  bool put_outside(const Step& step);
  std::int64_t index(const Step& step) const { return value_of(registers_[step.a], step.from); }
  std::string why_stopped(const Step& step) const;

  const Program* program_ = nullptr;
  std::vector<Bits64> registers_;
  OutsideArrays arrays_;
  std::int64_t steps_left_ = step_budget;
  std::size_t stopped_at_ = 0;
  ForeignAnswer answer_;  // the last one of another language
};

}  // namespace tcviz::inline gpu_c
