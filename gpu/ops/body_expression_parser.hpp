// C's expressions with float, double, int, unsigned and bool: tokens -> steps, by operator precedence. An expression
// changes nothing: assignments are statements. Knows nothing of statements.
#pragma once

#include "gpu/formula/names.hpp"
#include "gpu/ops/body_scope.hpp"

namespace tcviz {

class BodyExpressionParser {
 public:
  BodyExpressionParser(BodyCursor& cursor, const BodyScope& scope, BodyEmitter& emitter, BodyType x)
      : cursor_(cursor), scope_(scope), emitter_(emitter), x_(x) {}

  // Reads as far as an expression goes. After an error that was reported the type is Unknown.
  BodyValue parse();
  // The same where an assignment may not follow, and says so.
  BodyValue parse_value();

  BodyValue combine(const BinaryRow& row, const BodyValue& left, const BodyValue& right);
  BodyValue read_local(const BodyLocal& local, TextRange range);
  BodyValue read_input(const BodyInputRow& row, TextRange range);
  // "[" value "]" behind the name of an array, as an int or unsigned.
  BodyValue parse_index(const BodyInputRow& row, const Token& name);
  BodyValue truth(const BodyValue& value) { return emitter_.convert(value, BodyType::Bool); }
  void unknown_name(const Token& name);
  void expect(std::string_view sign, TextRange open);  // a closing one

 private:
  BodyValue choice(const BodyValue& condition, TextRange range);
  BodyValue binary(int precedence);
  BodyValue logic(const BinaryRow& row, const BodyValue& left, TextRange range);
  BodyValue unary();
  BodyValue signed_operand(const Token& sign);
  BodyValue primary();
  BodyValue number();
  BodyValue fraction();
  BodyValue name();
  BodyValue element(const BodyInputRow& row, const Token& name);
  bool at_cast() const;
  BodyValue cast();
  BodyValue static_cast_of(const Token& word);
  BodyValue converted(const BodyValue& value, BodyType type, TextRange range);
  BodyType type_words(TextRange range);
  BodyValue call(const Token& name);
  BodyValue missing_operand();
  BodyValue nothing(TextRange range) { return {0, BodyType::Unknown, range}; }
  bool too_deep();

  BodyCursor& cursor_;
  const BodyScope& scope_;
  BodyEmitter& emitter_;
  BodyType x_;
  int depth_ = 0;
};

// body_call.cpp: the steps of a call, with its overload chosen, or an Unknown value and a complaint.
BodyValue emit_call(const BodyFunction& function, std::vector<BodyValue> arguments, TextRange range,
                    BodyEmitter& emitter, const BodyCursor& cursor);

bool is_assignment(const Token& token);  // "=", "+=", "++", ...

}  // namespace tcviz
