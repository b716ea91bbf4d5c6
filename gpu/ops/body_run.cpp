// Runs a body's steps for one slot. Nothing here is undefined: what C leaves undefined ends the run.
#include <fmt/format.h>

#include <cmath>

#include "gpu/formula/interpreter.hpp"
#include "gpu/formula/semantics.hpp"
#include "gpu/ops/body_code.hpp"

namespace tcviz {
namespace {

using Word = std::uint32_t;

template <class T>
Cell compute_fraction(Opcode op, T a, T b) {
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
      return Word{a < b};
    case Opcode::Le:
      return Word{a <= b};
    case Opcode::Eq:
      return Word{a == b};
    case Opcode::Ne:
      return Word{a != b};
    default:
      return cell_of(a);
  }
}

// The ends of int and unsigned lie far inside of double, where every float is, too.
std::optional<Cell> whole_of(double value, BodyType to) {
  const double part = std::trunc(value);
  const bool is_unsigned = to == BodyType::Unsigned;
  const bool fits = is_unsigned ? part >= 0 && part <= 4294967295.0 : part >= -2147483648.0 && part <= 2147483647.0;
  if (!fits) return std::nullopt;
  return is_unsigned ? static_cast<Word>(part) : static_cast<Word>(static_cast<std::int32_t>(part));
}

template <class T>
Cell fraction_of(Cell cell, BodyType from) {
  switch (from) {
    case BodyType::Float:
      return cell_of(static_cast<T>(value_in<float>(cell)));
    case BodyType::Double:
      return cell_of(static_cast<T>(value_in<double>(cell)));
    case BodyType::Int:
      return cell_of(static_cast<T>(value_in<std::int32_t>(cell)));
    default:
      return cell_of(static_cast<T>(value_in<Word>(cell)));
  }
}

double wide_of(Cell cell, BodyType from) { return value_in<double>(fraction_of<double>(cell, from)); }

std::optional<Cell> converted(Cell cell, BodyType from, BodyType to) {
  if (to == BodyType::Float) return fraction_of<float>(cell, from);
  if (to == BodyType::Double) return fraction_of<double>(cell, from);
  const double value = wide_of(cell, from);
  return to == BodyType::Bool ? Word{value != 0} : whole_of(value, to);
}

class Run {
 public:
  Run(const BodyCode& code, const BodyInputs& inputs, std::int32_t x_int)
      : code_(code), inputs_(inputs), registers_(code.registers) {
    const Cell x = code.value == Body::Value::Int ? cell_of(x_int) : number(inputs.x);
    const std::array<Cell, body_scalars> scalars = {x,
                                                    number(inputs.a),
                                                    number(inputs.b),
                                                    cell_of(inputs.row),
                                                    cell_of(inputs.col),
                                                    cell_of(inputs.tid),
                                                    cell_of(inputs.i),
                                                    cell_of(inputs.d),
                                                    cell_of(inputs.rows),
                                                    cell_of(inputs.cols)};
    std::ranges::copy(scalars, registers_.begin());
  }

  std::optional<BodyError> execute() {
    std::int64_t left = most_body_steps;
    for (std::size_t at = 0; at < code_.steps.size();) {
      const BodyStep& step = code_.steps[at];
      if (--left < 0)
        return BodyError{
            fmt::format("this did not end within {} steps: is there a loop without an end?", most_body_steps),
            step.range};
      if (step.op >= BodyOp::Jump) {
        at = is_taken(step) ? step.b : at + 1;
      } else if (carry_out(step)) {
        ++at;
      } else {
        return BodyError{why_stopped(step), step.range};
      }
    }
    return std::nullopt;
  }

  Body::Outcome outcome() const {
    const double x = wide_of(registers_[0], value_type(code_.value));
    return {x, code_.value == Body::Value::Int ? value_in<std::int32_t>(registers_[0]) : 0};
  }

 private:
  // A scalar of the matrix's kind of number; beside an int still a float.
  Cell number(double value) const {
    return code_.value == Body::Value::Double ? cell_of(value) : cell_of(static_cast<float>(value));
  }

  bool is_taken(const BodyStep& step) const {
    return step.op == BodyOp::Jump || (value_in<Word>(registers_[step.a]) == 0) == (step.op == BodyOp::JumpIfZero);
  }

  // False: C leaves it undefined.
  bool carry_out(const BodyStep& step) {
    switch (step.op) {
      case BodyOp::Compute:
        return compute(step);
      case BodyOp::Convert:
        return put(step, converted(registers_[step.a], step.from, step.type));
      case BodyOp::Call:
        return call(step);
      case BodyOp::Element:
        return element(step);
      case BodyOp::Put:
        return put_out(step);
      default:
        return value_in<Word>(registers_[step.a]) != 0;
    }
  }

  bool put(const BodyStep& step, std::optional<Cell> value) {
    if (value) registers_[step.to] = *value;
    return value.has_value();
  }

  bool compute(const BodyStep& step) {
    const Cell a = registers_[step.a], b = registers_[step.b];
    if (step.type == BodyType::Float)
      return put(step, compute_fraction(step.compute, value_in<float>(a), value_in<float>(b)));
    if (step.type == BodyType::Double)
      return put(step, compute_fraction(step.compute, value_in<double>(a), value_in<double>(b)));
    bool defined = true;
    semantics::dispatch(step.compute, [&](auto meaning) {
      defined = meaning.undefined(value_in<Word>(a), value_in<Word>(b)) == 0;
      if (defined) registers_[step.to] = meaning.value(value_in<Word>(a), value_in<Word>(b));
    });
    return defined;
  }

  template <class T>
  T argument(std::uint32_t place) const {
    return value_in<T>(registers_[place]);
  }

  bool call(const BodyStep& step) {
    if (step.type == BodyType::Double)
      return put(step, cell_of(step.function->wide(argument<double>(step.a), argument<double>(step.b),
                                                   argument<double>(step.c))));
    return put(step, cell_of(step.function->single(argument<float>(step.a), argument<float>(step.b),
                                                   argument<float>(step.c))));
  }

  std::span<const double> array(const BodyStep& step) const {
    if (step.array == BodyInput::Out) return inputs_.out;
    return step.array == BodyInput::U ? inputs_.u : inputs_.v;
  }

  std::int64_t index(const BodyStep& step) const {
    return value_of(value_in<Word>(registers_[step.a]), step.from == BodyType::Unsigned);
  }

  bool element(const BodyStep& step) {
    const std::int64_t at = index(step);
    if (at < 0 || at >= static_cast<std::int64_t>(array(step).size())) return false;
    return put(step, converted(cell_of(array(step)[static_cast<std::size_t>(at)]), BodyType::Double, step.type));
  }

  bool put_out(const BodyStep& step) {
    const std::int64_t at = index(step);
    if (at < 0 || at >= static_cast<std::int64_t>(inputs_.out.size())) return false;
    inputs_.out[static_cast<std::size_t>(at)] = wide_of(registers_[step.b], step.type);
    return true;
  }

  std::string why_outside(const BodyStep& step) const {
    const std::string_view name = body_inputs[static_cast<std::size_t>(step.array)].name;
    if (array(step).empty()) return fmt::format("{}[{}]: {} has no elements here", name, index(step), name);
    return fmt::format("{}[{}] is outside: {} goes from 0 to {}", name, index(step), name, array(step).size() - 1);
  }

  std::string why_stopped(const BodyStep& step) const {
    switch (step.op) {
      case BodyOp::Convert:
        return fmt::format("{} does not fit into an {}, and C leaves what it becomes undefined",
                           wide_of(registers_[step.a], step.from), name_of(step.type));
      case BodyOp::Element:
      case BodyOp::Put:
        return why_outside(step);
      case BodyOp::Require:
        return "this variable has no value yet";
      default:
        return why_undefined(step.compute, value_in<Word>(registers_[step.a]), value_in<Word>(registers_[step.b]));
    }
  }

  const BodyCode& code_;
  const BodyInputs& inputs_;
  std::vector<Cell> registers_;
};

}  // namespace

std::variant<Body::Outcome, BodyError> Body::run(const BodyInputs& inputs, std::int32_t x_int) const {
  if (code_ == nullptr) return BodyError{"this body was not parsed", {}};
  Run run(*code_, inputs, x_int);
  if (auto error = run.execute()) return *std::move(error);
  return run.outcome();
}

}  // namespace tcviz
