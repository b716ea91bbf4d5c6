// Runs a program once for one set of variables, step by step. Never undefined: what C leaves undefined stops the run.
#pragma once

#include <string>
#include <vector>

#include "gpu/formula/program.hpp"

namespace tcviz {

struct Undefined {
  std::string message;  // "shift by 40: counts go from 0 to 31"
  TextRange range;
};

// Why `op` leaves a and b without a value: "division by zero".
std::string why_undefined(Opcode op, std::uint32_t a, std::uint32_t b);

enum class RunState : std::uint8_t { Done, Undefined, Endless };

// How many steps all runs of one interpreter may take together; only programs with loops can reach it.
inline constexpr std::int64_t step_budget = 8'000'000;

class Interpreter {
 public:
  // The program must outlive the interpreter.
  explicit Interpreter(const Program& program) { start(program); }
  // Another program, or the same with a full budget; memory is kept.
  void start(const Program& program);

  RunState run(const Variables& variables);
  // After a run that is Done; `output` counts the program's outputs.
  std::int64_t output(std::size_t output) const;
  // After a run that is not: why, with the values.
  Undefined undefined() const;

 private:
  RunState execute();

  const Program* program_ = nullptr;
  std::vector<std::uint32_t> registers_;
  std::int64_t steps_left_ = step_budget;
  std::size_t stopped_at_ = 0;
};

}  // namespace tcviz
