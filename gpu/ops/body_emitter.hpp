// Writes a body's steps one by one, with the conversions that C++ makes by itself. Knows nothing of texts.
#pragma once

#include <initializer_list>

#include "gpu/ops/body_code.hpp"

namespace tcviz {

// A value that some earlier step leaves in a register.
struct BodyValue {
  std::uint32_t place = 0;
  BodyType type = BodyType::Unknown;
  TextRange range;
};

class BodyEmitter {
 public:
  explicit BodyEmitter(BodyCode& code);

  BodyValue constant(Cell bits, BodyType type, TextRange range);
  std::uint32_t new_register();
  // Intermediate values live as long as their statement.
  void end_statement() { temporaries_in_use_ = 0; }

  BodyValue convert(const BodyValue& value, BodyType to);
  // In any case a step of its own, whose types may still be set: for ?:, which knows its type late.
  std::size_t convert_into(std::uint32_t place, const BodyValue& value, BodyType to);
  void set_target(std::size_t step, BodyType to);
  BodyValue compute(Opcode op, BodyType type, const BodyValue& a, const BodyValue& b, BodyType result, TextRange range);
  BodyValue call(const BodyFunction& function, BodyType type, std::initializer_list<BodyValue> arguments,
                 TextRange range);
  BodyValue element(BodyInput array, BodyType type, const BodyValue& index, TextRange range);
  void put(const BodyValue& index, const BodyValue& value, TextRange range);
  void store(std::uint32_t place, Cell bits);
  void require(std::uint32_t flag, TextRange range);
  std::uint32_t new_temporary();

  // A jump whose target is set later.
  std::size_t jump(BodyOp op, std::uint32_t condition, TextRange range);
  void land(std::size_t jump) { code_.steps[jump].b = here(); }
  void jump_to(std::uint32_t step, TextRange range) { code_.steps[jump(BodyOp::Jump, 0, range)].b = step; }
  std::uint32_t here() const { return static_cast<std::uint32_t>(code_.steps.size()); }

  void note_use(BodyInput input) { code_.uses |= 1u << static_cast<unsigned>(input); }

 private:
  BodyCode& code_;
  std::vector<std::uint32_t> temporaries_;
  std::size_t temporaries_in_use_ = 0;
};

}  // namespace tcviz
