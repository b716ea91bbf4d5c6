// The part of Parser that reads loops and switch.
#include <fmt/format.h>

#include <array>

#include "gpu/language/c/parser.hpp"

namespace tcviz::inline gpu_c {

// Ends a loop: jumps back to `start`; breaks come out behind.
void Parser::loop_end(std::uint32_t start) {
  emitter_.jump_to(start, cursor_.before().range);
  for (const std::size_t jump : loops_.back().breaks) emitter_.land(jump);
  loops_.pop_back();
}

void Parser::land_continues() {
  for (const std::size_t jump : loops_.back().continues) emitter_.land(jump);
}

void Parser::while_statement() {
  cursor_.next();
  const std::uint32_t start = emitter_.here();
  loops_.emplace_back(cursor_.memory);
  const std::size_t end = condition();
  guarded_body();
  land_continues();
  loop_end(start);
  emitter_.land(end);
}

void Parser::do_statement() {
  const Token& word = cursor_.next();
  const std::uint32_t start = emitter_.here();
  loops_.emplace_back(cursor_.memory);
  guarded_body();
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

// Reads for (first; condition; step) body: the step's text stands before the body, so the steps jump over each other.
void Parser::for_statement() {
  cursor_.next();
  const Mark mark = enter();
  if (!cursor_.accept("(")) cursor_.complain(cursor_.peek().range, "expected `(`");
  statement();
  const std::uint32_t test = emitter_.here();
  std::size_t end = 0, to_body = 0;
  std::uint32_t step = 0;
  for_head(test, end, to_body, step);
  emitter_.land(to_body);
  loops_.emplace_back(cursor_.memory);
  guarded_body();
  land_continues();
  loop_end(step);
  emitter_.land(end);
  leave_block(mark);
}

void Parser::for_head(std::uint32_t test, std::size_t& end, std::size_t& to_body, std::uint32_t& step) {
  const TextRange range = cursor_.peek().range;
  const std::uint32_t in_use = emitter_.in_use();
  statement_ = cursor_.at;
  statement_depth_ = depth_;
  const Value holds = cursor_.at_sign(";") ? emitter_.constant(1, Type::Bool, range) : truth(rvalue(expression()));
  end = emitter_.jump(Opcode::JumpIfZero, holds.place, range);
  if (!cursor_.accept(";")) cursor_.complain(cursor_.peek().range, "expected `;` after the loop's condition");
  to_body = emitter_.jump(range);
  emitter_.reset(in_use);
  step = emitter_.here();
  ++guarded_;
  statement_ = cursor_.at;
  statement_depth_ = depth_;
  if (!cursor_.at_sign(")") && !cursor_.at_end()) simple_statements();
  --guarded_;
  if (!cursor_.accept(")")) cursor_.complain(cursor_.peek().range, "expected `)` at the end of the loop's head");
  emitter_.jump_to(test, range);
  emitter_.reset(in_use);
}

// Reads a switch. Its jumps to the cases stand behind the body: all cases are known there.
void Parser::switch_statement() {
  const TextRange range = cursor_.next().range;
  const TextRange open = cursor_.peek().range;
  if (!cursor_.accept("(")) cursor_.complain(open, "expected ( and a value");
  const Value value = rvalue(expression());
  expect(")", open);
  const Type type = promoted(value.type());
  if (!is_whole(type)) return skip_branch();
  const Spot kept = emitter_.new_local();
  emitter_.convert_into(kept, value, type);
  const std::size_t to_cases = emitter_.jump(range);
  Loop& opened = loops_.emplace_back(cursor_.memory);
  opened.is_switch = true;
  opened.first_local = locals_.size();
  guarded_body();
  Loop loop(std::move(loops_.back()));
  loops_.pop_back();
  const std::size_t over = emitter_.jump(range);
  emitter_.land(to_cases);
  for (const Loop::Case& each : loop.cases) {
    const Value kept_value{.place = kept, .form = scalar_form(type), .range = range};
    const Value differs =
        emitter_.apply(Opcode::Ne, type, kept_value, emitter_.convert(each.value, type), Type::Bool, range);
    const std::size_t jump = emitter_.jump(Opcode::JumpIfZero, differs.place, range);
    emitter_.set_jump(jump, each.step);
    emitter_.release(differs);
  }
  if (loop.otherwise) emitter_.jump_to(*loop.otherwise, range);
  emitter_.land(over);
  for (const std::size_t jump : loop.breaks) emitter_.land(jump);
  if (!loops_.empty())
    loops_.back().continues.insert(loops_.back().continues.end(), loop.continues.begin(), loop.continues.end());
  else if (!loop.continues.empty())
    cursor_.complain(range, "`continue` is outside of any loop");
}

void Parser::case_label() {
  const Token& word = cursor_.next();
  const bool is_default = word.text == "default";
  const Value value = is_default ? Value{.range = word.range} : rvalue(conditional());
  if (!cursor_.accept(":")) cursor_.complain(cursor_.peek().range, "expected `:` after the case");
  if (loops_.empty() || !loops_.back().is_switch)
    return cursor_.complain(word.range, fmt::format("`{}` is outside of any switch", word.text));
  for (std::size_t at = loops_.back().first_local; at < locals_.size(); ++at)
    if (!locals_[at].name.empty() && locals_[at].scope.empty())
      return cursor_.complain(word.range, fmt::format("this jumps over the declaration of `{0}`: put {{ }} around the "
                                                      "case with `{0}`, or declare it before the switch",
                                                      locals_[at].name));
  emitter_.mark_landing();
  if (is_default) {
    loops_.back().otherwise = emitter_.here();
  } else if (constant_value(value)) {
    loops_.back().cases.push_back({value, emitter_.here()});
  } else if (value.type() != Type::Unknown) {
    cursor_.complain(value.range, "a case is a constant, and this is none here");
  }
}

void Parser::leave() {
  const Token token = cursor_.next();
  const bool breaks = token.text == "break";
  if (loops_.empty()) {
    cursor_.complain(token.range, fmt::format("`{}` is outside of any loop", token.text));
  } else {
    const std::size_t jump = emitter_.jump(token.range);
    (breaks ? loops_.back().breaks : loops_.back().continues).push_back(jump);
  }
  end_statement();
}

}  // namespace tcviz::inline gpu_c
