#include "gpu/ops/body_emitter.hpp"

namespace tcviz {
namespace {

// bool, int and unsigned of equal value have equal bits, but for what becomes a bool.
bool is_same_in_bits(BodyType from, BodyType to) {
  return from == to || (is_whole(from) && is_whole(to) && to != BodyType::Bool);
}

}  // namespace

BodyEmitter::BodyEmitter(BodyCode& code) : code_(code) { code_.registers.assign(body_scalars, 0); }

std::uint32_t BodyEmitter::new_register() {
  code_.registers.push_back(0);
  return static_cast<std::uint32_t>(code_.registers.size() - 1);
}

BodyValue BodyEmitter::constant(Cell bits, BodyType type, TextRange range) {
  const std::uint32_t place = new_register();
  code_.registers[place] = bits;
  return {place, type, range};
}

std::uint32_t BodyEmitter::new_temporary() {
  if (temporaries_in_use_ == temporaries_.size()) temporaries_.push_back(new_register());
  return temporaries_[temporaries_in_use_++];
}

BodyValue BodyEmitter::convert(const BodyValue& value, BodyType to) {
  if (is_same_in_bits(value.type, to)) return {value.place, to, value.range};
  const std::uint32_t place = new_temporary();
  convert_into(place, value, to);
  return {place, to, value.range};
}

std::size_t BodyEmitter::convert_into(std::uint32_t place, const BodyValue& value, BodyType to) {
  code_.steps.push_back(
      {.op = BodyOp::Convert, .from = value.type, .to = place, .a = value.place, .range = value.range});
  set_target(code_.steps.size() - 1, to);
  return code_.steps.size() - 1;
}

void BodyEmitter::set_target(std::size_t step, BodyType to) {
  BodyStep& conversion = code_.steps[step];
  conversion.type = to;
  conversion.op = is_same_in_bits(conversion.from, to) ? BodyOp::Compute : BodyOp::Convert;
  if (conversion.op == BodyOp::Compute && to != BodyType::Double) conversion.type = BodyType::Unsigned;
}

BodyValue BodyEmitter::compute(Opcode op, BodyType type, const BodyValue& a, const BodyValue& b, BodyType result,
                               TextRange range) {
  const std::uint32_t place = new_temporary();
  code_.steps.push_back({.compute = op, .type = type, .to = place, .a = a.place, .b = b.place, .range = range});
  return {place, result, range};
}

BodyValue BodyEmitter::call(const BodyFunction& function, BodyType type, std::initializer_list<BodyValue> arguments,
                            TextRange range) {
  BodyStep step{.op = BodyOp::Call, .type = type, .to = new_temporary(), .function = &function, .range = range};
  const BodyValue* argument = arguments.begin();
  for (std::uint32_t* const place : {&step.a, &step.b, &step.c})
    if (argument != arguments.end()) *place = (argument++)->place;
  code_.steps.push_back(step);
  return {step.to, type, range};
}

BodyValue BodyEmitter::element(BodyInput array, BodyType type, const BodyValue& index, TextRange range) {
  const std::uint32_t place = new_temporary();
  code_.steps.push_back({.op = BodyOp::Element,
                         .type = type,
                         .from = index.type,
                         .array = array,
                         .to = place,
                         .a = index.place,
                         .range = range});
  return {place, type, range};
}

void BodyEmitter::put(const BodyValue& index, const BodyValue& value, TextRange range) {
  code_.steps.push_back({.op = BodyOp::Put,
                         .type = value.type,
                         .from = index.type,
                         .array = BodyInput::Out,
                         .a = index.place,
                         .b = value.place,
                         .range = range});
}

void BodyEmitter::store(std::uint32_t place, Cell bits) {
  const BodyValue value = constant(bits, BodyType::Int, {});
  code_.steps.push_back({.to = place, .a = value.place, .b = value.place, .range = {}});
}

void BodyEmitter::require(std::uint32_t flag, TextRange range) {
  code_.steps.push_back({.op = BodyOp::Require, .a = flag, .range = range});
}

std::size_t BodyEmitter::jump(BodyOp op, std::uint32_t condition, TextRange range) {
  code_.steps.push_back({.op = op, .a = condition, .range = range});
  return code_.steps.size() - 1;
}

}  // namespace tcviz
