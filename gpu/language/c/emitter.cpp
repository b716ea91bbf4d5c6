#include "gpu/language/c/emitter.hpp"

#include <algorithm>

#include "gpu/language/c/interpreter.hpp"
#include "gpu/language/c/semantics.hpp"

namespace tcviz::inline gpu_c {

namespace {

// Older constants are not looked for: a hostile text must not cost more than linear time.
constexpr std::size_t constants_searched = 32;

// Returns the operation of a conversion. Whole numbers of at most 32 bits have the same bits in each other's type, but
// for those that become narrower.
Opcode conversion(Type from, Type to) {
  constexpr std::array<Opcode, 8> narrow = {Opcode::Move,  Opcode::Truth, Opcode::ToI8, Opcode::ToU8,
                                            Opcode::ToI16, Opcode::ToU16, Opcode::Move, Opcode::Move};
  if (from == to) return Opcode::Move;
  const bool small = is_whole(from) && !is_wide(from) && is_whole(to) && !is_wide(to);
  if (!small) return Opcode::Convert;
  return narrow[static_cast<std::size_t>(to)];
}

bool is_straight(const Step& step) { return step.op <= Opcode::Require && is_whole(step.type) && !is_wide(step.type); }

}  // namespace

void Emitter::start(Program& program) {
  program_ = &program;
  program.constants.clear();
  program.steps.clear();
  program.outputs.clear();
  program.straight = true;
  program.uses = 0;
  program.foreign.reset();
  locals_ = temporaries_ = most_temporaries_ = last_landing_ = 0;
}

Value Emitter::variable(Variable variable, Type type, TextRange range) {
  note_use(variable);
  return {.place = Spot::of(variable), .form = scalar_form(type), .range = range};
}

Value Emitter::constant(Bits64 bits, Type type, TextRange range) {
  std::vector<Bits64>& constants = program_->constants;
  const auto end = constants.begin() + static_cast<std::ptrdiff_t>(std::min(constants.size(), constants_searched));
  const auto found = std::find(constants.begin(), end, bits);
  const auto index = found == end ? constants.size() : static_cast<std::size_t>(found - constants.begin());
  if (found == end) constants.push_back(bits);
  return {.place = Spot::of(Spot::Class::Constant, static_cast<std::uint32_t>(index)),
          .form = scalar_form(type),
          .range = range};
}

void Emitter::release(const Value& value) {
  if (value.is_temporary()) temporaries_ = std::min(temporaries_, value.place.index());
}

Value Emitter::take(Type type, TextRange range) {
  const Spot place = Spot::of(Spot::Class::Temporary, temporaries_++);
  most_temporaries_ = std::max(most_temporaries_, temporaries_);
  return {.place = place, .form = scalar_form(type), .range = range};
}

Step& Emitter::put(const Step& step) { return program_->steps.emplace_back(step); }

Value Emitter::apply(Opcode op, Type type, const Value& a, const Value& b, Type result, TextRange range) {
  Bits64 folded = 0;
  if (a.is_constant() && b.is_constant() && compute_whole(op, type, bits_of(a), bits_of(b), folded))
    return constant(folded, result, range);
  release(b);
  release(a);
  const Value value = take(result, range);
  put({.op = op, .type = type, .to = value.place.code, .a = a.place.code, .b = b.place.code, .range = range});
  return value;
}

Value Emitter::convert(const Value& value, Type to) {
  const Opcode op = conversion(value.type(), to);
  Value result = value;
  result.form = scalar_form(to);
  result.local = -1;
  if (op == Opcode::Move) return result;
  Bits64 cell = 0;
  if (value.is_constant() && convert_cell(bits_of(value), value.type(), to, cell))
    return constant(cell, to, value.range);
  // An intermediate value is converted in its place: younger ones may stand behind it.
  if (!value.is_temporary()) result = take(to, value.range);
  convert_into(result.place, value, to);
  return result;
}

std::size_t Emitter::convert_into(Spot place, const Value& value, Type to) {
  put({.from = value.type(), .to = place.code, .a = value.place.code, .b = value.place.code, .range = value.range});
  set_target(program_->steps.size() - 1, to);
  return program_->steps.size() - 1;
}

// Sets the type of a conversion. A move of whole numbers computes in 32 bits, for blocks; of others it keeps all bits.
void Emitter::set_target(std::size_t step, Type to) {
  Step& conversion_step = program_->steps[step];
  conversion_step.op = conversion(conversion_step.from, to);
  const bool small = is_whole(to) && !is_wide(to);
  conversion_step.type = conversion_step.op == Opcode::Convert || !small ? to : Type::Int;
}

void Emitter::set(Spot to, std::uint32_t value) {
  const Value from = constant(value, Type::Int, {});
  put({.to = to.code, .a = from.place.code, .b = from.place.code});
}

void Emitter::keep(const Value& value, Spot to) {
  const bool made = value.is_temporary() && !program_->steps.empty() && last_landing_ < here() &&
                    program_->steps.back().to == value.place.code && program_->steps.back().op < Opcode::Jump &&
                    program_->steps.back().op != Opcode::Save && program_->steps.back().op != Opcode::Put;
  if (made)
    program_->steps.back().to = to.code;
  else
    move(to, value.place, value.range);
}

std::optional<Spot> Emitter::as_table(std::uint32_t step, Spot first, std::uint32_t cells) {
  if (here() - step != cells || last_landing_ > step) return std::nullopt;
  std::vector<Bits64>& constants = program_->constants;
  const std::size_t begin = constants.size();
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    const Step& each = program_->steps[step + cell];
    const Spot from{each.a};
    if (each.op != Opcode::Move || each.to != first.code + cell || from.place_class() != Spot::Class::Constant)
      return constants.resize(begin), std::nullopt;
    constants.push_back(constants[from.index()]);
  }
  program_->steps.resize(step);
  return Spot::of(Spot::Class::Constant, static_cast<std::uint32_t>(begin));
}

void Emitter::require(Spot flag, Need need, TextRange range) {
  put({.op = Opcode::Require,
       .note = static_cast<std::uint16_t>(need),
       .to = flag.code,
       .a = flag.code,
       .b = flag.code,
       .range = range});
}

std::size_t Emitter::jump(Opcode op, Spot condition, TextRange range) {
  put({.op = op, .a = condition.code, .range = range});
  return program_->steps.size() - 1;
}

void Emitter::land(std::size_t jump) { program_->steps[jump].b = last_landing_ = here(); }

void Emitter::land_return(std::size_t jump) {
  if (jump + 1 == here() && last_landing_ < here()) return program_->steps.pop_back();
  land(jump);
}

std::uint32_t Emitter::register_of(std::uint32_t code) const {
  const Spot place{code};
  const std::uint32_t first_local = program_->first_local();
  switch (place.place_class()) {
    case Spot::Class::Variable:
      return place.index();
    case Spot::Class::Constant:
      return variable_count + place.index();
    case Spot::Class::Local:
      return first_local + place.index();
    case Spot::Class::Temporary:
      return first_local + locals_ + place.index();
  }
  return 0;
}

void Emitter::finish() {
  for (Step& step : program_->steps) {
    program_->straight = program_->straight && is_straight(step);
    step.a = register_of(step.a);
    if (step.op >= Opcode::Jump) continue;
    step.to = register_of(step.to);
    step.b = register_of(step.b);
    if (step.op == Opcode::Call) step.c = register_of(step.c);
  }
  for (Output& output : program_->outputs) {
    output.register_number = register_of(output.register_number);
    program_->straight = program_->straight && !is_wide(output.type);
  }
  program_->registers = program_->first_local() + locals_ + most_temporaries_;
}

}  // namespace tcviz::inline gpu_c
