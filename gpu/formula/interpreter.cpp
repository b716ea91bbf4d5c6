#include "gpu/formula/interpreter.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/formula/semantics.hpp"

namespace tcviz {
namespace {

std::string signed_text(std::uint32_t word) { return fmt::format("{}", static_cast<std::int32_t>(word)); }

std::string overflow(const char* sign, std::uint32_t a, std::uint32_t b) {
  return fmt::format("{} {} {} does not fit into an int", signed_text(a), sign, signed_text(b));
}

std::string division(const char* what, std::uint32_t a, std::uint32_t b) {
  if (b == 0) return fmt::format("{} by zero", what);
  return overflow(what[0] == 'd' ? "/" : "%", a, b);
}

std::string shift(std::uint32_t a, std::uint32_t b, bool left) {
  if (b > 31) return fmt::format("shift by {}: counts go from 0 to 31", signed_text(b));
  if (left && static_cast<std::int32_t>(a) < 0)
    return fmt::format("{} << {}: C shifts no negative int to the left", signed_text(a), b);
  return overflow("<<", a, b);
}

}  // namespace

std::string why_undefined(Opcode op, std::uint32_t a, std::uint32_t b) {
  switch (op) {
    case Opcode::Add:
      return overflow("+", a, b);
    case Opcode::Sub:
      return overflow("-", a, b);
    case Opcode::Mul:
      return overflow("*", a, b);
    case Opcode::Div:
    case Opcode::DivU:
      return division("division", a, b);
    case Opcode::Mod:
    case Opcode::ModU:
      return division("remainder", a, b);
    case Opcode::Shl:
      return shift(a, b, true);
    case Opcode::ShlU:
    case Opcode::Shr:
    case Opcode::ShrU:
      return shift(a, b, false);
    case Opcode::Require:
      return "this has no value here: nothing is assigned to it, or no case holds";
    default:
      return fmt::format("-({}) does not fit into an int", signed_text(a));
  }
}

void Interpreter::start(const Program& program) {
  program_ = &program;
  steps_left_ = step_budget;
  registers_.assign(program.registers, 0);
  std::ranges::copy(program.constants, registers_.begin() + variable_count);
}

RunState Interpreter::run(const Variables& variables) {
  for (std::size_t v = 0; v < variable_count; ++v) registers_[v] = static_cast<std::uint32_t>(variables.values[v]);
  return execute();
}

RunState Interpreter::execute() {
  std::uint32_t* const registers = registers_.data();
  const Step* const steps = program_->steps.data();
  const std::size_t count = program_->steps.size();
  for (std::size_t at = 0; at < count;) {
    const Step& step = steps[at];
    if (step.op >= Opcode::Jump) {
      const bool zero = step.op != Opcode::Jump && registers[step.a] == 0;
      const bool taken = step.op == Opcode::Jump || zero == (step.op == Opcode::JumpIfZero);
      if (taken && step.b <= at && (steps_left_ -= static_cast<std::int64_t>(at - step.b) + 1) < 0) {
        stopped_at_ = at;
        return RunState::Endless;
      }
      at = taken ? step.b : at + 1;
      continue;
    }
    bool undefined = false;
    semantics::dispatch(step.op, [&](auto meaning) {
      const std::uint32_t a = registers[step.a], b = registers[step.b];
      undefined = meaning.undefined(a, b) != 0;
      if (!undefined) registers[step.to] = meaning.value(a, b);
    });
    if (undefined) {
      stopped_at_ = at;
      return RunState::Undefined;
    }
    ++at;
  }
  return RunState::Done;
}

std::int64_t Interpreter::output(std::size_t output) const {
  const Output& wanted = program_->outputs[output];
  return value_of(registers_[wanted.register_number], wanted.is_unsigned);
}

Undefined Interpreter::undefined() const {
  const Step& step = program_->steps[stopped_at_];
  if (step.op >= Opcode::Jump) return {"this loop takes too long: bounds must be small constants", step.range};
  return {why_undefined(step.op, registers_[step.a], registers_[step.b]), step.range};
}

}  // namespace tcviz
