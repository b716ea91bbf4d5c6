// C's statements: declarations, assignments, if, loops, return: tokens -> steps.
#pragma once

#include "gpu/ops/body_expression_parser.hpp"

namespace tcviz {

class BodyStatementParser {
 public:
  BodyStatementParser(BodyCursor& cursor, BodyCode& code)
      : cursor_(cursor),
        code_(code),
        emitter_(code),
        x_(value_type(code.value)),
        expressions_(cursor, scope_, emitter_, x_) {}

  // The whole text. Complaints are in the cursor's diagnostics.
  void parse();

 private:
  // What an assignment changes.
  struct Target {
    BodyLocal local;
    TextRange range;
    bool valid = false;
  };

  void statement();
  void plain_statement();
  void block();
  void declaration();
  void declare_one(BodyType type, bool is_auto, bool is_const);
  void if_statement();
  void while_statement();
  void do_statement();
  void for_statement();
  void for_head(std::uint32_t test, std::size_t& end, std::size_t& to_body, std::uint32_t& step);
  void leave_loop(bool breaks);
  void return_statement();
  void simple_statements();
  void simple_statement();
  void value_statement();
  void assignment();
  void write_out();
  void step_by_one(const Token& sign, const Token& name);
  void refuse(const Token& word);

  Target target(const Token& name);
  void assign(const Target& target, const BodyValue& value);
  BodyValue read(const Target& target);
  std::size_t condition();  // the jump that is taken where it does not hold
  void loop_end(std::uint32_t start);
  void land_continues();
  void end_statement();
  void skip_statement();

  BodyCursor& cursor_;
  BodyCode& code_;
  BodyEmitter emitter_;
  BodyScope scope_;
  BodyType x_;
  BodyExpressionParser expressions_;
  struct Loop {
    std::vector<std::size_t> breaks, continues;
  };
  std::vector<Loop> loops_;
  std::vector<std::size_t> returns_;
  std::size_t declared_ = 0;
  int depth_ = 0;
  bool assigns_x_ = false;
};

}  // namespace tcviz
