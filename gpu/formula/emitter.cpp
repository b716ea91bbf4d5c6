#include "gpu/formula/emitter.hpp"

#include <algorithm>

namespace tcviz {

namespace {

// Older constants are not looked for: a hostile text must not cost more than linear time.
constexpr std::size_t constants_searched = 32;

}  // namespace

void Emitter::start(Program& program) {
  program_ = &program;
  program.constants.clear();
  program.steps.clear();
  program.outputs.clear();
  program.jumps = program.jumps_back = false;
  program.uses = 0;
  locals_ = temporaries_ = most_temporaries_ = 0;
}

Value Emitter::variable(Variable variable, bool is_unsigned, TextRange range) {
  const auto index = static_cast<std::uint32_t>(variable);
  program_->uses |= 1u << index;
  return {Place::of(Place::Class::Variable, index), is_unsigned, range};
}

Value Emitter::constant(std::uint32_t value, bool is_unsigned, TextRange range) {
  std::vector<std::uint32_t>& constants = program_->constants;
  const std::size_t searched = std::min(constants.size(), constants_searched);
  const auto end = constants.begin() + static_cast<std::ptrdiff_t>(searched);
  const auto found = std::find(constants.begin(), end, value);
  const auto index = found == end ? constants.size() : static_cast<std::size_t>(found - constants.begin());
  if (found == end) constants.push_back(value);
  return {Place::of(Place::Class::Constant, static_cast<std::uint32_t>(index)), is_unsigned, range};
}

void Emitter::release(const Value& value) {
  if (value.is_temporary()) temporaries_ = std::min(temporaries_, value.place.index());
}

Value Emitter::take(bool is_unsigned, TextRange range) {
  const Value value{Place::of(Place::Class::Temporary, temporaries_++), is_unsigned, range};
  most_temporaries_ = std::max(most_temporaries_, temporaries_);
  return value;
}

Value Emitter::apply(Opcode op, const Value& a, const Value& b, bool is_unsigned, TextRange range) {
  release(b);
  release(a);
  const Value result = take(is_unsigned, range);
  program_->steps.push_back({op, result.place.code, a.place.code, b.place.code, range});
  return result;
}

void Emitter::store(Opcode op, Place to, const Value& a, const Value& b, TextRange range) {
  release(b);
  release(a);
  program_->steps.push_back({op, to.code, a.place.code, b.place.code, range});
}

std::size_t Emitter::jump(Opcode op, const Value& condition, TextRange range) {
  release(condition);
  program_->jumps = true;
  program_->steps.push_back({op, 0, condition.place.code, 0, range});
  return program_->steps.size() - 1;
}

void Emitter::jump_to(std::uint32_t step, TextRange range) {
  program_->jumps = program_->jumps_back = true;
  program_->steps.push_back({Opcode::Jump, 0, 0, step, range});
}

std::uint32_t Emitter::register_of(std::uint32_t code) const {
  const Place place{code};
  const std::uint32_t first_local = program_->first_local();
  switch (place.place_class()) {
    case Place::Class::Variable:
      return place.index();
    case Place::Class::Constant:
      return variable_count + place.index();
    case Place::Class::Local:
      return first_local + place.index();
    case Place::Class::Temporary:
      return first_local + locals_ + place.index();
  }
  return 0;
}

void Emitter::finish() {
  for (Step& step : program_->steps) {
    step.a = register_of(step.a);
    if (step.op >= Opcode::Jump) continue;
    step.to = register_of(step.to);
    step.b = register_of(step.b);
  }
  for (Output& output : program_->outputs) output.register_number = register_of(output.register_number);
  program_->registers = program_->first_local() + locals_ + most_temporaries_;
}

}  // namespace tcviz
