// Writes a program (program.hpp) step by step. Intermediate values are on a stack of registers: a function that takes
// an intermediate value as an operand releases its register. Operations on constants are computed at once. Knows
// nothing of texts.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "gpu/language/c/program.hpp"

namespace tcviz::inline gpu_c {

// The place of a value before registers are numbered: variables, constants, locals and intermediate values (Temporary)
// are counted separately.
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

// A value while a program is written: in one register, or for records and arrays in several consecutive ones (cells).
struct Value {
  Spot place{};
  TypeForm form{};
  std::int32_t local = -1;  // number of the local that the value is, or is part of; -1: none
  bool is_const = false;    // the text may not assign to it
  bool is_type = false;     // it is a type, used as a template argument
  bool has_index = false;   // it is the array element `index` cells after `place`
  Spot index{};
  TextRange range{};

  Type type() const { return form.is_scalar() ? form.type : Type::Unknown; }
  bool is_temporary() const { return place.place_class() == Spot::Class::Temporary; }
  bool is_constant() const { return place.place_class() == Spot::Class::Constant && !has_index; }
};

// Writes one program.
class Emitter {
 public:
  // Starts to write `program`: clears it, but keeps its memory.
  void start(Program& program);

  // Returns the value of an input variable.
  Value variable(Variable variable, Type type, TextRange range);
  Value constant(Bits64 bits, Type type, TextRange range);
  Bits64 bits_of(const Value& constant) const { return program_->constants[constant.place.index()]; }
  // Returns the number of cells of all locals so far.
  std::uint32_t locals() const { return locals_; }
  // Returns the place of a new local of `cells` cells.
  Spot new_local(std::uint32_t cells = 1) {
    return Spot::of(Spot::Class::Local, std::exchange(locals_, locals_ + cells));
  }

  // Writes an operation on two scalars, whose registers it releases, and returns the result. `b` must be the later one
  // of the two.
  Value apply(Opcode op, Type type, const Value& a, const Value& b, Type result, TextRange range);
  Value convert(const Value& value, Type to);
  // Writes a conversion as a step of its own, and returns the number of the step, whose type set_target() may still
  // change: the type of ?: is known only later.
  std::size_t convert_into(Spot place, const Value& value, Type to);
  void set_target(std::size_t step, Type to);
  // Appends a step.
  Step& put(const Step& step);
  void move(Spot to, Spot from, TextRange range) {
    put({.to = to.code, .a = from.code, .b = from.code, .range = range});
  }
  void set(Spot to, std::uint32_t value);
  // Moves a value to `to` and releases its register. If the last step computed the value, that step writes to `to`
  // directly.
  void keep(const Value& value, Spot to);
  // Replaces the steps from `step` on, if they only move constants to the cells from `first` on, by a table: removes
  // them and returns the place of the constants. Returns none if they do more.
  std::optional<Spot> as_table(std::uint32_t step, Spot first, std::uint32_t cells);
  // Writes a step that stops the execution if the register `flag` is 0.
  void require(Spot flag, Need need, TextRange range);

  // Releases the register of an intermediate value.
  void release(const Value& value);
  // Allocates a register for an intermediate value.
  Value take(Type type, TextRange range);
  // Returns the number of registers of intermediate values in use. reset() releases those allocated since.
  std::uint32_t in_use() const { return temporaries_; }
  void reset(std::uint32_t in_use) { temporaries_ = in_use; }

  // Writes a jump and returns its step number; the target is set later. Opcode::Jump is unconditional.
  std::size_t jump(Opcode op, Spot condition, TextRange range);
  std::size_t jump(TextRange range) { return jump(Opcode::Jump, {}, range); }
  // Makes the next step the target of `jump`.
  void land(std::size_t jump);
  void set_jump(std::size_t jump, std::uint32_t step) { program_->steps[jump].b = step; }
  // Notes that the next step is the target of some jump, so that it is not merged with the step before.
  void mark_landing() { last_landing_ = here(); }
  // Removes all steps from number `steps` on.
  void truncate(std::uint32_t steps) { program_->steps.resize(steps); }
  // Does the same as land(), but removes the jump if it is the last step.
  void land_return(std::size_t jump);
  // Returns the number of the next step.
  std::uint32_t here() const { return static_cast<std::uint32_t>(program_->steps.size()); }
  void jump_to(std::uint32_t step, TextRange range) { program_->steps[jump(range)].b = step; }

  void output(Spot place, Type type) { program_->outputs.push_back({place.code, type}); }
  void note_use(Variable variable) { program_->uses |= 1u << static_cast<unsigned>(variable); }
  // Ends the program: numbers the registers.
  void finish();

 private:
  std::uint32_t register_of(std::uint32_t code) const;

  Program* program_ = nullptr;
  std::uint32_t locals_ = 0, temporaries_ = 0, most_temporaries_ = 0;
  std::uint32_t last_landing_ = 0;  // the last step that is the target of a jump
};

}  // namespace tcviz::inline gpu_c
