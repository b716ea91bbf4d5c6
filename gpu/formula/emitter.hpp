// Writes a program step by step. Intermediate values live on a stack: whoever takes a value gives its register back.
// Knows nothing of texts.
#pragma once

#include <utility>
#include <vector>

#include "gpu/formula/program.hpp"

namespace tcviz {

// A register before the program's end is known: variables, constants, locals and intermediates are counted apart.
struct Place {
  enum class Class : std::uint8_t { Variable, Constant, Local, Temporary };
  static constexpr std::uint32_t index_bits = 28;
  std::uint32_t code = 0;

  static Place of(Class place_class, std::uint32_t index) {
    return {static_cast<std::uint32_t>(place_class) << index_bits | index};
  }
  Class place_class() const { return static_cast<Class>(code >> index_bits); }
  std::uint32_t index() const { return code & ((1u << index_bits) - 1); }
};

struct Value {
  Place place;
  bool is_unsigned = false;
  TextRange range;
  bool is_temporary() const { return place.place_class() == Place::Class::Temporary; }
};

class Emitter {
 public:
  // Starts `program` afresh, keeping its memory.
  void start(Program& program);

  Value variable(Variable variable, bool is_unsigned, TextRange range);
  Value constant(std::uint32_t value, bool is_unsigned, TextRange range);
  Place new_local() { return Place::of(Place::Class::Local, locals_++); }

  // An operation on values that are used up. `b` must have been made after `a`.
  Value apply(Opcode op, const Value& a, const Value& b, bool is_unsigned, TextRange range);
  Value apply(Opcode op, const Value& a, bool is_unsigned, TextRange range) {
    return apply(op, a, a, is_unsigned, range);
  }
  // Of the step just made.
  void swap_operands() { std::swap(program_->steps.back().a, program_->steps.back().b); }
  // The same into a place that is no intermediate.
  void store(Opcode op, Place to, const Value& a, const Value& b, TextRange range);
  void store(Opcode op, Place to, const Value& a, TextRange range) { store(op, to, a, a, range); }
  // Uses a value up, or takes a fresh intermediate.
  void release(const Value& value);
  Value take(bool is_unsigned, TextRange range);

  // A jump whose target is set later; Jump has no value.
  std::size_t jump(Opcode op, const Value& condition, TextRange range);
  void land(std::size_t jump) { program_->steps[jump].b = here(); }
  std::uint32_t here() const { return static_cast<std::uint32_t>(program_->steps.size()); }
  void jump_to(std::uint32_t step, TextRange range);

  void output(const Value& value) { program_->outputs.push_back({value.place.code, value.is_unsigned}); }
  // Gives every place its register.
  void finish();

 private:
  std::uint32_t register_of(std::uint32_t code) const;

  Program* program_ = nullptr;
  std::uint32_t locals_ = 0, temporaries_ = 0, most_temporaries_ = 0;
};

}  // namespace tcviz
