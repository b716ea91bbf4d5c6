// The part of Parser that reads statements: blocks, conditions, loops, return.
#include <fmt/format.h>

#include <array>

#include "gpu/language/c/parser.hpp"

namespace tcviz::inline gpu_c {
namespace {

constexpr int deepest_statement = 200;

struct Refusal {
  std::string_view word, why;
};
constexpr auto refusals = std::to_array<Refusal>({{"goto", "a loop with break or continue does the same"},
                                                  {"else", "there is no `if` that it belongs to"},
                                                  {"try", "there are no exceptions here"},
                                                  {"union", "write its members as variables, and shifts between them"},
                                                  {"throw", "there are no exceptions here"},
                                                  {"new", "a variable of its own does"},
                                                  {"delete", "a variable of its own does"}});
// Words that a body may not use, because it goes into a kernel as it stands.
constexpr auto body_refusals = std::to_array<Refusal>({{"static", "a body keeps nothing from slot to slot"},
                                                       {"__shared__", "a body works on one slot alone"},
                                                       {"volatile", "a body's variables are its own"}});

// Calls that change no variable of the text's.
constexpr auto quiet_calls = std::to_array<std::string_view>(
    {"assert", "static_assert", "printf", "std::printf", "__syncthreads", "__syncwarp", "_Pragma", "__builtin_assume",
     "__assume", "CUTE_UNROLL", "TORCH_CHECK", "assume", "__trap", "__builtin_unreachable", "__builtin_trap"});

const Refusal* find_refusal(std::span<const Refusal> rows, std::string_view word) {
  const auto found = std::ranges::find(rows, word, &Refusal::word);
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace

Parser::Parser(Cursor& cursor, Emitter& emitter, const Dialect& dialect)
    : cursor_(cursor),
      emitter_(emitter),
      dialect_(dialect),
      locals_(cursor.memory),
      functions_(cursor.memory),
      records_(cursor.memory),
      fields_(cursor.memory),
      open_fields_(cursor.memory),
      record_constants_(cursor.memory),
      open_constants_(cursor.memory),
      record_aliases_(cursor.memory),
      instances_(cursor.memory),
      instance_arguments_(cursor.memory),
      aliases_(cursor.memory),
      returns_(cursor.memory),
      loops_(cursor.memory),
      assumed_(cursor.memory),
      filled_(cursor.memory),
      given_(cursor.memory),
      copied_(cursor.memory) {
  const auto is_y = [](const Token& token) { return token.text == "threadIdx.y"; };
  by_y_ = dialect.threads > 32 && std::ranges::any_of(cursor.tokens, is_y);
}

void Parser::unit() {
  known_records();
  for (const std::string_view result : dialect_.results) declare(result, scalar_form(Type::Int), {});
  frame_.result = declare({}, scalar_form(Type::Void), {});
  frame_.returns_auto = true;
  if (dialect_.inputs == Inputs::Slot) {
    store_.first = declare({}, scalar_form(Type::Long), {});
    store_.second = declare({}, scalar_form(Type::Long), {});
  }
  file_results_ = file_locals_ = locals_.size();
  while (!cursor_.at_end()) {
    const Token& token = cursor_.peek();
    if (skip_file_scope(token)) continue;
    if (cursor_.accept("}"))
      cursor_.complain(token.range, "this } has no `{`", "");
    else
      statement();
    file_locals_ = locals_.size();
  }
  if (namespaces_ > 0) cursor_.complain(cursor_.peek().range, "a { has no `}`");
  if (functions_.empty() && cursor_.diagnostics->empty()) use_templates();
  land_returns();
}

// Reads statement = ";" | block | declaration | a statement that controls | simple ";".
void Parser::statement() {
  const Token& token = cursor_.peek();
  if (cursor_.is_full()) return cursor_.give_up(token.range, "");  // nothing more can be said
  const std::size_t first = statement_ = cursor_.at;
  statement_depth_ = depth_ + 1;
  if (++depth_ > deepest_statement)
    cursor_.give_up(token.range,
                    fmt::format("statements are nested over {} deep, which is too much", deepest_statement));
  const std::uint32_t in_use = emitter_.in_use();
  const Refusal* refusal = token.kind == TokenKind::Name ? find_refusal(refusals, token.text) : nullptr;
  const bool constant = token.text == "static" && is_qualifier(cursor_.peek(1).text);  // static const
  if (refusal == nullptr && dialect_.is_body && !constant) refusal = find_refusal(body_refusals, token.text);
  if (refusal != nullptr) {
    cursor_.complain(token.range, fmt::format("`{}` has no place here: {}", token.text, refusal->why));
    cursor_.next();
    skip_statement();
  } else if (cursor_.at_sign("{")) {
    block();
  } else if (!control_statement(token) && !quiet_statement(token)) {
    if (at_declaration()) {
      declaration();
    } else if (at_opaque_declaration()) {
      opaque_declaration();
    } else if (!store_statement()) {
      simple_statements();
      end_statement();
    }
  }
  if (cursor_.at == first && !cursor_.at_end()) cursor_.next();  // a reader that stands still never ends
  emitter_.reset(in_use);
  --depth_;
}

bool Parser::control_statement(const Token& token) {
  struct Row {
    std::string_view word;
    void (Parser::*read)();
  };
  static constexpr auto rows = std::to_array<Row>({{"if", &Parser::if_statement},
                                                   {"for", &Parser::for_statement},
                                                   {"while", &Parser::while_statement},
                                                   {"do", &Parser::do_statement},
                                                   {"switch", &Parser::switch_statement},
                                                   {"case", &Parser::case_label},
                                                   {"default", &Parser::case_label},
                                                   {"return", &Parser::return_statement},
                                                   {"break", &Parser::leave},
                                                   {"continue", &Parser::leave},
                                                   {"using", &Parser::using_declaration},
                                                   {"typedef", &Parser::typedef_declaration},
                                                   {"asm", &Parser::asm_statement},
                                                   {"__asm__", &Parser::asm_statement},
                                                   {"__asm", &Parser::asm_statement}});
  if (token.kind != TokenKind::Name) return false;
  const auto found = std::ranges::find(rows, token.text, &Row::word);
  if (found != rows.end()) return (this->*found->read)(), true;
  if (token.text == "enum") return enum_declaration(), true;
  const bool record = token.text == "struct" || token.text == "class" || token.text == "union";
  if (!record || (cursor_.peek(2).text != "{" && cursor_.peek(1).text != "{")) return false;
  return record_declaration(), true;
}

// Passes over a statement that says nothing of values.
bool Parser::quiet_statement(const Token& token) {
  if (cursor_.accept(";")) return true;
  if (cursor_.at_sign("[") && cursor_.peek(1).text == "[")
    return cursor_.at = behind_brackets(cursor_.tokens, cursor_.at), true;
  if (token.kind != TokenKind::Name) return false;
  const bool quiet = std::ranges::find(quiet_calls, token.text) != quiet_calls.end();
  if (!quiet && !token.text.starts_with("wmma::") && !token.text.starts_with("nvcuda::wmma::")) return false;
  if (cursor_.peek(1).text != "(") return false;
  for (std::size_t ahead = 1; !quiet && cursor_.peek(ahead).text != ";" && cursor_.peek(ahead).kind != TokenKind::End;
       ++ahead) {
    const Local* const local =
        cursor_.peek(ahead).kind == TokenKind::Name ? find_local(cursor_.peek(ahead).text) : nullptr;
    if (local != nullptr && is_number(local->form.type) && cursor_.peek(ahead - 1).text == "&") return false;
  }
  const std::size_t open = cursor_.at + 1;
  cursor_.at = behind_brackets(cursor_.tokens, open);
  if (!quiet) note_named(open, cursor_.at);
  end_statement();
  return true;
}

Parser::Mark Parser::enter() {
  const Mark mark{locals_.size(), aliases_.size(), functions_.size(), block_};
  block_ = locals_.size();
  return mark;
}

void Parser::leave_block(const Mark& mark) {
  locals_.resize(mark.locals);
  aliases_.resize(mark.aliases);
  forget_lambdas(mark.functions);
  block_ = mark.block;
}

// Forgets lambdas. Functions of records stay: a template's are made at its first use.
void Parser::forget_lambdas(std::size_t from) {
  const auto begin = functions_.begin() + static_cast<std::ptrdiff_t>(from);
  functions_.erase(std::remove_if(begin, functions_.end(), [](const Function& each) { return each.is_lambda; }),
                   functions_.end());
}

void Parser::block() {
  const TextRange open = cursor_.next().range;
  const Mark mark = enter();
  const bool is_file = frame_.is_file;
  while (!cursor_.at_sign("}") && !cursor_.at_end()) {
    statement();
    if (is_file && depth_ == 0) file_locals_ = locals_.size();
  }
  leave_block(mark);
  if (!cursor_.accept("}")) cursor_.complain(open, "this { has no `}`");
}

// Reads the semicolon; the last statement of a text needs none.
void Parser::end_statement() {
  if (cursor_.accept(";") || cursor_.at_end()) return;
  const Token& token = cursor_.peek();
  if (token.text == "}" || token.kind == TokenKind::Name)
    return cursor_.complain({token.range.begin, token.range.begin},
                            fmt::format("expected `;` before {}", quoted(token)), ";");
  cursor_.complain(token.range, fmt::format("expected `;` or an operator, not {}", quoted(token)));
  cursor_.next();
  skip_statement();
}

void Parser::skip_statement() {
  while (!cursor_.at_end() && !cursor_.at_sign("}") && !cursor_.accept(";")) cursor_.next();
}

void Parser::guarded_body() {
  const Mark mark = enter();
  ++guarded_;
  statement();
  --guarded_;
  leave_block(mark);
}

// Reads "(" condition ")". Returns the jump that is taken if it does not hold.
std::size_t Parser::condition() {
  const TextRange open = cursor_.peek().range;
  statement_ = cursor_.at;
  statement_depth_ = depth_;
  if (!cursor_.accept("(")) cursor_.complain(open, "expected ( and a condition");
  const Value value = truth(rvalue(expression()));
  expect(")", open);
  emitter_.release(value);
  return emitter_.jump(Opcode::JumpIfZero, value.place, value.range);
}

void Parser::if_statement() {
  const TextRange range = cursor_.next().range;
  if (cursor_.accept_name("constexpr")) {
    const TextRange open = cursor_.peek().range;
    cursor_.accept("(");
    const Value value = rvalue(expression());
    expect(")", open);
    return constant_if(value);
  }
  const std::size_t otherwise = condition();
  guarded_body();
  if (!cursor_.accept_name("else")) return emitter_.land(otherwise);
  const std::size_t end = emitter_.jump(range);
  emitter_.land(otherwise);
  guarded_body();
  emitter_.land(end);
}

// Reads if constexpr: the branch that is not taken need not even make sense.
void Parser::constant_if(const Value& condition) {
  const auto holds = constant_value(condition);
  if (!holds && condition.type() != Type::Unknown)
    cursor_.complain(condition.range, "if constexpr needs a constant, and this is none here");
  const auto branch = [&](bool taken) {
    if (!taken) return skip_branch();
    const Mark mark = enter();
    statement();
    leave_block(mark);
  };
  branch(holds.value_or(0) != 0);
  if (cursor_.accept_name("else")) branch(holds == 0);
}

// Passes over a whole statement, unread.
void Parser::skip_branch() {
  if (cursor_.at_sign("{")) return void(cursor_.at = behind_brackets(cursor_.tokens, cursor_.at));
  if (cursor_.at_name("if")) {
    cursor_.next();
    cursor_.accept_name("constexpr");
    cursor_.at = behind_brackets(cursor_.tokens, cursor_.at);
    skip_branch();
    if (cursor_.accept_name("else")) skip_branch();
    return;
  }
  while (!cursor_.at_end() && !cursor_.accept(";")) {
    if (cursor_.at_sign("(") || cursor_.at_sign("{"))
      cursor_.at = behind_brackets(cursor_.tokens, cursor_.at);
    else
      cursor_.next();
  }
}

void Parser::return_statement() {
  const TextRange range = cursor_.next().range;
  const bool empty = cursor_.at_sign(";") || cursor_.at_sign("}") || cursor_.at_end();
  if (!empty && frame_.is_file && dialect_.is_body) {
    cursor_.complain(range, "the result is what x is: write `x = ...; return;`", "x =");
    return skip_statement();
  }
  returned_value_ = returned_value_ || (!empty && frame_.is_file);
  if (!empty) initialise(frame_.result, frame_.returns_auto);
  frame_.returned_early = true;
  returns_.push_back(emitter_.jump(range));
  end_statement();
}

}  // namespace tcviz::inline gpu_c
