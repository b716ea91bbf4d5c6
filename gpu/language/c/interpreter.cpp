#include "gpu/language/c/interpreter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "gpu/language/c/functions.hpp"
#include "gpu/language/c/semantics.hpp"

namespace tcviz::inline gpu_c {
namespace {

// The most steps of one execution, or of one call of another language in it, so that what has no end is given up soon;
// after that no loop is executed.
constexpr std::int64_t most_of_one = 8'000'000;

template <class T>
bool compute_in(Opcode op, Bits64 a, Bits64 b, Bits64& result) {
  using Word = semantics::Bits<T>;
  bool defined = true;
  semantics::dispatch(op, [&]<class Meaning>(Meaning) {
    const auto left = static_cast<Word>(a), right = static_cast<Word>(b);
    defined = Meaning::template undefined<T>(left, right) == 0;
    if (defined) result = Meaning::template value<T>(left, right);
  });
  return defined;
}

template <class T>
Bits64 compute_fraction(Opcode op, T a, T b) {
  switch (op) {
    case Opcode::Add:
      return cell_of(a + b);
    case Opcode::Sub:
      return cell_of(a - b);
    case Opcode::Mul:
      return cell_of(a * b);
    case Opcode::Div:
      return cell_of(a / b);
    case Opcode::Neg:
      return cell_of(-a);
    case Opcode::Lt:
      return Bits64{a < b};
    case Opcode::Le:
      return Bits64{a <= b};
    case Opcode::Eq:
      return Bits64{a == b};
    case Opcode::Ne:
      return Bits64{a != b};
    default:
      return cell_of(a);
  }
}

template <class T>
Bits64 fraction_of(Bits64 cell, Type from) {
  switch (from) {
    case Type::Float:
      return cell_of(static_cast<T>(value_in<float>(cell)));
    case Type::Double:
      return cell_of(static_cast<T>(value_in<double>(cell)));
    case Type::ULong:
      return cell_of(static_cast<T>(cell));
    default:
      return cell_of(static_cast<T>(value_of(cell, from)));
  }
}

double double_of(Bits64 cell, Type from) { return value_in<double>(fraction_of<double>(cell, from)); }

// Returns a fraction's whole part in `result`, if the type has it; false if not.
bool whole_part(double value, Type to, Bits64& result) {
  struct Ends {
    Type type;
    double least, beyond;
  };
  constexpr std::array<Ends, 8> ends = {{{Type::I8, -128, 128},
                                         {Type::U8, 0, 256},
                                         {Type::I16, -32768, 32768},
                                         {Type::U16, 0, 65536},
                                         {Type::Int, -2147483648.0, 2147483648.0},
                                         {Type::Unsigned, 0, 4294967296.0},
                                         {Type::Long, -9223372036854775808.0, 9223372036854775808.0},
                                         {Type::ULong, 0, 18446744073709551616.0}}};
  const double part = std::trunc(value);
  const auto* const row = std::ranges::find(ends, to, &Ends::type);
  if (row == ends.end() || !(part >= row->least && part < row->beyond)) return false;
  if (to == Type::ULong) return result = static_cast<std::uint64_t>(part), true;
  const auto whole = static_cast<std::int64_t>(part);
  result = to == Type::Long ? static_cast<Bits64>(whole) : cell_of(static_cast<std::uint32_t>(whole));
  return true;
}

std::string shown(Bits64 cell, Type type) { return fmt::format("{}", value_of(cell, type)); }

std::string overflow(std::string_view sign, const Step& step, Bits64 a, Bits64 b) {
  return fmt::format("{} {} {} does not fit into {} {}", shown(a, step.type), sign, shown(b, step.type),
                     step.type == Type::Int ? "an" : "a", name_of(step.type));
}

std::string division(std::string_view what, std::string_view sign, const Step& step, Bits64 a, Bits64 b) {
  return value_of(b, step.type) == 0 ? fmt::format("{} by zero", what) : overflow(sign, step, a, b);
}

std::string why_undefined(const Step& step, Bits64 a, Bits64 b) {
  switch (step.op) {
    case Opcode::Add:
      return overflow("+", step, a, b);
    case Opcode::Sub:
      return overflow("-", step, a, b);
    case Opcode::Mul:
      return overflow("*", step, a, b);
    case Opcode::Div:
      return division("division", "/", step, a, b);
    case Opcode::Mod:
      return division("remainder", "%", step, a, b);
    case Opcode::Shl:
    case Opcode::Shr:
      return fmt::format("shift by {}: counts go from 0 to {}",
                         value_of(b, is_wide(step.type) ? Type::Long : Type::Int), is_wide(step.type) ? 63 : 31);
    case Opcode::Bound:
      return fmt::format("index {} is outside: the array has {} elements", shown(a, Type::Int), shown(b, step.type));
    default:
      return fmt::format("-({}) does not fit into an {}", shown(a, step.type), name_of(step.type));
  }
}

std::string why_needed(Need need) {
  constexpr std::array<const char*, 5> words = {
      "this has no value here: nothing is assigned to it, or no case holds",
      "this has no value here: nothing is assigned to it, or no case holds",
      "this value of the fragment is not copied to what is stored here",
      "the same value of the fragment goes to two places, and which of them is meant is not followed here",
      "a copy has the values of the fragment in another order, which is not followed here"};
  return words[static_cast<std::size_t>(need)];
}

// True if a step that stops requires this, or what comes after it.
bool requires_from(const Step& step, Need need) {
  return step.op == Opcode::Require && static_cast<Need>(step.note) >= need;
}

}  // namespace

bool compute_whole(Opcode op, Type type, Bits64 a, Bits64 b, Bits64& result) {
  if (op > Opcode::Require || !is_whole(type)) return false;
  if (type == Type::Long) return compute_in<std::int64_t>(op, a, b, result);
  if (type == Type::ULong) return compute_in<std::uint64_t>(op, a, b, result);
  return type == Type::Unsigned ? compute_in<std::uint32_t>(op, a, b, result)
                                : compute_in<std::int32_t>(op, a, b, result);
}

bool convert_cell(Bits64 cell, Type from, Type to, Bits64& result) {
  if (to == Type::Float) return result = fraction_of<float>(cell, from), true;
  if (to == Type::Double) return result = fraction_of<double>(cell, from), true;
  if (to == Type::Bool) return result = Bits64{is_fraction(from) ? double_of(cell, from) != 0 : cell != 0}, true;
  if (is_fraction(from)) return whole_part(double_of(cell, from), to, result);
  const auto bits = is_wide(from) ? cell : static_cast<Bits64>(value_of(cell, from));
  switch (to) {
    case Type::I8:
      return result = cell_of(static_cast<std::int32_t>(static_cast<std::int8_t>(bits))), true;
    case Type::U8:
      return result = bits & 0xff, true;
    case Type::I16:
      return result = cell_of(static_cast<std::int32_t>(static_cast<std::int16_t>(bits))), true;
    case Type::U16:
      return result = bits & 0xffff, true;
    case Type::Long:
    case Type::ULong:
      return result = bits, true;
    default:
      return result = bits & 0xffffffff, true;
  }
}

void Interpreter::start(const Program& program, std::int64_t budget) {
  program_ = &program;
  steps_left_ = budget;
  registers_.assign(program.registers, 0);
  std::ranges::copy(program.constants, registers_.begin() + variable_count);
}

RunState Interpreter::run(const Variables& variables) {
  for (std::size_t v = 0; v < whole_variables; ++v) registers_[v] = static_cast<std::uint32_t>(variables.values[v]);
  return run(OutsideArrays{});
}

RunState Interpreter::run(const OutsideArrays& arrays) {
  arrays_ = arrays;
  const std::int64_t least_left = std::max<std::int64_t>(0, steps_left_ - most_of_one);
  const std::size_t count = program_->steps.size();
  for (std::size_t at = 0; at < count;) {
    const Step& step = program_->steps[at];
    stopped_at_ = at;
    if (step.op < Opcode::Jump) {
      if (!carry_out(step)) return state_at(step);
      ++at;
    } else if (!is_taken(step)) {
      ++at;
    } else {
      if (step.b <= at && (steps_left_ -= static_cast<std::int64_t>(at - step.b) + 1) < least_left)
        return steps_left_ = 0, RunState::Endless;
      at = step.b;
    }
  }
  return RunState::Done;
}

RunState Interpreter::state_at(const Step& stopped) const {
  if (stopped.op == Opcode::Foreign) return answer_.state;
  return requires_from(stopped, Need::OnePlace) ? RunState::Endless : RunState::Undefined;
}

bool Interpreter::is_taken(const Step& step) const {
  return step.op == Opcode::Jump || (registers_[step.a] == 0) == (step.op == Opcode::JumpIfZero);
}

// Executes one step. False: C++ leaves it undefined.
bool Interpreter::carry_out(const Step& step) {
  switch (step.op) {
    case Opcode::Move:
      return registers_[step.to] = registers_[step.a], true;
    case Opcode::Convert:
      return convert_cell(registers_[step.a], step.from, step.type, registers_[step.to]);
    case Opcode::Call:
      return call(step);
    case Opcode::Foreign:
      return call_foreign(step);
    case Opcode::Load:
      return registers_[step.to] = registers_[step.b + static_cast<std::uint32_t>(registers_[step.a])], true;
    case Opcode::Save:
      return registers_[step.to + static_cast<std::uint32_t>(registers_[step.a])] = registers_[step.b], true;
    case Opcode::Element:
      return load(step);
    case Opcode::Put:
      return put_outside(step);
    default:
      return compute(step);
  }
}

bool Interpreter::compute(const Step& step) {
  const Bits64 a = registers_[step.a], b = registers_[step.b];
  if (is_whole(step.type)) return compute_whole(step.op, step.type, a, b, registers_[step.to]);
  registers_[step.to] = step.type == Type::Float ? compute_fraction(step.op, value_in<float>(a), value_in<float>(b))
                                                 : compute_fraction(step.op, value_in<double>(a), value_in<double>(b));
  return true;
}

bool Interpreter::call(const Step& step) {
  const FunctionRow& function = functions()[step.note];
  const Bits64 a = registers_[step.a], b = registers_[step.b], c = registers_[step.c];
  registers_[step.to] = step.type == Type::Double
                            ? cell_of(function.wide(value_in<double>(a), value_in<double>(b), value_in<double>(c)))
                            : cell_of(function.single(value_in<float>(a), value_in<float>(b), value_in<float>(c)));
  return true;
}

bool Interpreter::call_foreign(const Step& step) {
  const auto* const first = registers_.data() + step.a;
  const std::vector<std::int64_t> arguments(first, first + step.c);
  const std::int64_t allowed = std::min(steps_left_, most_of_one);
  std::int64_t left = allowed;
  answer_ = program_->foreign->call(step.note, arguments, left);
  const bool is_spent = left < 0 || (left == 0 && answer_.state != RunState::Done);
  steps_left_ = is_spent ? 0 : steps_left_ - (allowed - left);
  if (answer_.state != RunState::Done) return false;
  return registers_[step.to] = static_cast<Bits64>(answer_.value), true;
}

bool Interpreter::load(const Step& step) {
  const std::span<const double> array = arrays_[step.note];
  const std::int64_t at = index(step);
  if (at < 0 || at >= static_cast<std::int64_t>(array.size())) return false;
  return convert_cell(cell_of(array[static_cast<std::size_t>(at)]), Type::Double, step.type, registers_[step.to]);
}

bool Interpreter::put_outside(const Step& step) {
  const std::int64_t at = index(step);
  if (at < 0 || at >= static_cast<std::int64_t>(arrays_.out.size())) return false;
  arrays_.out[static_cast<std::size_t>(at)] = double_of(registers_[step.b], step.type);
  return true;
}

std::int64_t Interpreter::output(std::size_t output) const {
  return value_of(bits(output), program_->outputs[output].type);
}

std::string Interpreter::why_stopped(const Step& step) const {
  const Bits64 a = registers_[step.a], b = registers_[step.b];
  if (step.op == Opcode::Require) return why_needed(static_cast<Need>(step.note));
  if (step.op == Opcode::Convert)
    return fmt::format("{} does not fit into an {}, and C++ leaves what it becomes undefined", double_of(a, step.from),
                       name_of(step.type));
  if (step.op != Opcode::Element && step.op != Opcode::Put) return why_undefined(step, a, b);
  const char* const name = outside_array_names[step.note];
  const std::size_t size = arrays_[step.note].size();
  if (size == 0) return fmt::format("{}[{}]: {} has no elements here", name, index(step), name);
  return fmt::format("{}[{}] is outside: {} goes from 0 to {}", name, index(step), name, size - 1);
}

Undefined Interpreter::undefined() const {
  const Step& step = program_->steps[stopped_at_];
  if (step.op == Opcode::Foreign) return answer_.why;
  if (step.op >= Opcode::Jump) return {"this loop takes too long, and may never end", step.range, {}};
  if (requires_from(step, Need::Copied)) return {why_stopped(step), step.range, {}};
  return {why_stopped(step), step.range};
}

}  // namespace tcviz::inline gpu_c
