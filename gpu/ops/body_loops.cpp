// The part of BodyStatementParser that reads loops.
#include <fmt/format.h>

#include "gpu/ops/body_statement_parser.hpp"

namespace tcviz {

void BodyStatementParser::land_continues() {
  for (const std::size_t jump : loops_.back().continues) emitter_.land(jump);
  loops_.back().continues.clear();
}

// Back to `start`; what breaks comes out behind.
void BodyStatementParser::loop_end(std::uint32_t start) {
  emitter_.jump_to(start, cursor_.tokens[cursor_.at > 0 ? cursor_.at - 1 : 0].range);
  for (const std::size_t jump : loops_.back().breaks) emitter_.land(jump);
  loops_.pop_back();
}

void BodyStatementParser::while_statement() {
  cursor_.next();
  const std::uint32_t start = emitter_.here();
  const std::size_t end = condition();
  const BodyScope::Mark mark = scope_.enter();
  loops_.emplace_back();
  statement();
  scope_.leave(mark);
  land_continues();
  loop_end(start);
  emitter_.land(end);
}

void BodyStatementParser::do_statement() {
  const Token& word = cursor_.next();
  const std::uint32_t start = emitter_.here();
  const BodyScope::Mark mark = scope_.enter();
  loops_.emplace_back();
  statement();
  scope_.leave(mark);
  land_continues();
  if (!cursor_.accept_name("while")) {
    loops_.pop_back();
    return cursor_.complain(word.range, "this do has no `while (...);`");
  }
  const std::size_t end = condition();
  loop_end(start);
  emitter_.land(end);
  end_statement();
}

// for (first; condition; step) body: the step's text stands before the body, so the steps jump over each other.
void BodyStatementParser::for_statement() {
  cursor_.next();
  const BodyScope::Mark mark = scope_.enter();
  if (!cursor_.accept("(")) cursor_.complain(cursor_.peek().range, "expected `(`");
  plain_statement();
  emitter_.end_statement();
  const std::uint32_t test = emitter_.here();
  std::size_t end = 0, to_body = 0;
  std::uint32_t step = 0;
  for_head(test, end, to_body, step);
  emitter_.land(to_body);
  loops_.emplace_back();
  scope_.enter();
  statement();
  land_continues();
  loop_end(step);
  emitter_.land(end);
  scope_.leave(mark);
}

void BodyStatementParser::for_head(std::uint32_t test, std::size_t& end, std::size_t& to_body, std::uint32_t& step) {
  const TextRange range = cursor_.peek().range;
  const bool endless = cursor_.at_sign(";");
  const BodyValue holds = endless ? emitter_.constant(1, BodyType::Bool, range) : expressions_.parse_value();
  end = emitter_.jump(BodyOp::JumpIfZero, expressions_.truth(holds).place, range);
  if (!cursor_.accept(";")) cursor_.complain(cursor_.peek().range, "expected `;` behind the loop's condition");
  to_body = emitter_.jump(BodyOp::Jump, 0, range);
  emitter_.end_statement();
  step = emitter_.here();
  if (!cursor_.at_sign(")") && !cursor_.at_end()) simple_statements();
  if (!cursor_.accept(")")) cursor_.complain(cursor_.peek().range, "expected `)` at the end of the loop's head");
  emitter_.jump_to(test, range);
  emitter_.end_statement();
}

void BodyStatementParser::leave_loop(bool breaks) {
  const Token token = cursor_.next();
  if (loops_.empty()) {
    cursor_.complain(token.range, fmt::format("`{}` stands outside of any loop", token.text));
  } else {
    const std::size_t jump = emitter_.jump(BodyOp::Jump, 0, token.range);
    (breaks ? loops_.back().breaks : loops_.back().continues).push_back(jump);
  }
  end_statement();
}

}  // namespace tcviz
