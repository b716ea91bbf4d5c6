// C's expressions: tokens -> steps of a program, by operator precedence, with its own stack so that no nesting is too
// deep. Knows nothing of statements.
#pragma once

#include <vector>

#include "gpu/formula/emitter.hpp"
#include "gpu/formula/scope.hpp"

namespace tcviz {

struct ParsedValue {
  Value value;
  int operators = 0;  // binary ones
};

class ExpressionParser {
 public:
  ExpressionParser(Cursor& cursor, const Scope& scope, Emitter& emitter)
      : cursor_(cursor), scope_(scope), emitter_(emitter), values_(cursor.memory), entries_(cursor.memory) {}

  // Reads as far as an expression goes. After an error that was reported the value is any. `with_commas`: a, b is one
  // expression; without, it ends at the comma.
  ParsedValue parse(bool with_commas);

 private:
  enum class Pending : std::uint8_t { Binary, Unary, Cast, Group, Call, Condition, Choice };
  // Something that waits for the operand at its right, or for its end.
  struct Entry {
    Pending pending = Pending::Binary;
    const BinaryRow* binary = nullptr;
    const UnaryRow* unary = nullptr;
    const FunctionRow* function = nullptr;
    Scalar scalar = Scalar::Int;  // of a cast
    bool functional = false;      // a cast that ends at a ")": int(x)
    int arguments = 0;
    std::size_t jump = 0;        // that waits for its target
    bool left_unsigned = false;  // the type of ?:'s second operand
    TextRange range;
  };

  bool read_operand();   // true: an operand is complete
  bool read_operator();  // false: the expression has ended
  void read_number();
  bool read_name();
  Value input(const NameRow& row, TextRange range);
  bool read_cast(const Token& open);
  void read_static_cast();
  void open_call(const FunctionRow* function, const Token& name);
  void unknown_name(const Token& name);
  void missing_operand();

  void push_binary(const BinaryRow& row, TextRange range);
  void push_logic(const BinaryRow& row, TextRange range);
  void open_condition(TextRange range);
  bool close_condition();
  bool close_group();
  bool next_argument();
  bool missing_operator();
  bool assignment_for_comparison();
  bool unexpected_close();
  void abandon();
  void end_call(const Entry& call, TextRange range);

  // Carries out whatever binds at least as tightly, up to the innermost thing that is open.
  void reduce(int precedence);
  void reduce_top();
  void reduce_binary(const Entry& entry);
  void reduce_logic(const Entry& entry);
  void reduce_choice(const Entry& entry);
  void convert(Scalar scalar, TextRange range);
  void finish();

  Value pop();
  void push(const Value& value) { values_.push_back(value); }
  bool is_open(const Entry& entry) const;

  Cursor& cursor_;
  const Scope& scope_;
  Emitter& emitter_;
  std::pmr::vector<Value> values_;
  std::pmr::vector<Entry> entries_;
  bool with_commas_ = true;
  bool closed_ = false;  // the operator just read was an end: an operand is complete
  int operators_ = 0;
};

// What follows a complete expression has no place there.
void expect_end(const Cursor& cursor);

}  // namespace tcviz
