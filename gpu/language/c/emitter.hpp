// Writes a program step by step. Intermediate values live on a stack: code that takes a value gives its register back.
// Constant operations are computed at once. Knows nothing of texts.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "gpu/language/c/program.hpp"

namespace tcviz::inline gpu_c {

// A register before the program's end is known: variables, constants, locals and intermediates are counted apart.
struct Spot {
  enum class Class : std::uint8_t { Variable, Constant, Local, Temporary };
  static constexpr std::uint32_t index_bits = 28;
  std::uint32_t code = 0;

  static Spot of(Class place_class, std::uint32_t index) {
    return {static_cast<std::uint32_t>(place_class) << index_bits | index};
  }
  static Spot of(Variable variable) { return of(Class::Variable, static_cast<std::uint32_t>(variable)); }
  Class place_class() const { return static_cast<Class>(code >> index_bits); }
  std::uint32_t index() const { return code & ((1u << index_bits) - 1); }
  Spot operator+(std::uint32_t cells) const { return {code + cells}; }
};

// The result of a step, in a register or in several that follow each other.
struct Value {
  Spot place{};
  TypeForm form{};
  std::int32_t local = -1;  // the variable that it is, or is a part of; -1: none
  bool is_const = false;    // it may not be assigned to
  bool is_type = false;     // no value: a template argument that is a type
  bool has_index = false;   // an element: `index` cells behind `place`
  Spot index{};
  TextRange range{};

  Type type() const { return form.is_scalar() ? form.type : Type::Unknown; }
  bool is_temporary() const { return place.place_class() == Spot::Class::Temporary; }
  bool is_constant() const { return place.place_class() == Spot::Class::Constant && !has_index; }
};

class Emitter {
 public:
  // Starts `program` afresh, keeping its memory.
  void start(Program& program);

  Value variable(Variable variable, Type type, TextRange range);
  Value constant(Bits64 bits, Type type, TextRange range);
  Bits64 bits_of(const Value& constant) const { return program_->constants[constant.place.index()]; }
  std::uint32_t locals() const { return locals_; }
  Spot new_local(std::uint32_t cells = 1) {
    return Spot::of(Spot::Class::Local, std::exchange(locals_, locals_ + cells));
  }

  // Writes an operation on scalars, which are used up. `b` must have been made after `a`.
  Value apply(Opcode op, Type type, const Value& a, const Value& b, Type result, TextRange range);
  Value convert(const Value& value, Type to);
  // Writes a conversion that is always a step of its own, whose type may still be set: for ?:, which knows its type
  // late.
  std::size_t convert_into(Spot place, const Value& value, Type to);
  void set_target(std::size_t step, Type to);
  Step& put(const Step& step);
  void move(Spot to, Spot from, TextRange range) {
    put({.to = to.code, .a = from.code, .b = from.code, .range = range});
  }
  void set(Spot to, std::uint32_t value);
  // Leaves a value that is used up in `to`; if the last step has just made it, that step writes there itself.
  void keep(const Value& value, Spot to);
  // Returns the same cells as constants, without the steps, if the steps since `step` do nothing but put constants into
  // these cells.
  std::optional<Spot> as_table(std::uint32_t step, Spot first, std::uint32_t cells);
  void require(Spot flag, Need need, TextRange range);

  // Uses a value up.
  void release(const Value& value);
  Value take(Type type, TextRange range);
  std::uint32_t in_use() const { return temporaries_; }
  void reset(std::uint32_t in_use) { temporaries_ = in_use; }

  // Writes a jump whose target is set later; Jump has no condition.
  std::size_t jump(Opcode op, Spot condition, TextRange range);
  std::size_t jump(TextRange range) { return jump(Opcode::Jump, {}, range); }
  void land(std::size_t jump);
  void set_jump(std::size_t jump, std::uint32_t step) { program_->steps[jump].b = step; }
  // Notes that some jump will come here.
  void mark_landing() { last_landing_ = here(); }
  void truncate(std::uint32_t steps) { program_->steps.resize(steps); }
  // Lands a jump that may be dropped if it is the last step and goes right behind itself.
  void land_return(std::size_t jump);
  std::uint32_t here() const { return static_cast<std::uint32_t>(program_->steps.size()); }
  void jump_to(std::uint32_t step, TextRange range) { program_->steps[jump(range)].b = step; }

  void output(Spot place, Type type) { program_->outputs.push_back({place.code, type}); }
  void note_use(Variable variable) { program_->uses |= 1u << static_cast<unsigned>(variable); }
  // Gives every place its register.
  void finish();

 private:
  std::uint32_t register_of(std::uint32_t code) const;

  Program* program_ = nullptr;
  std::uint32_t locals_ = 0, temporaries_ = 0, most_temporaries_ = 0;
  std::uint32_t last_landing_ = 0;  // the last step that some jump goes to
};

}  // namespace tcviz::inline gpu_c
