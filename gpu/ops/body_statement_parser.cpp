#include "gpu/ops/body_statement_parser.hpp"

#include <fmt/format.h>

#include <array>

namespace tcviz {
namespace {

constexpr int deepest = 100;
constexpr std::size_t most_variables = 500;

struct Refusal {
  std::string_view word, why;
};
constexpr std::array<Refusal, 9> refusals = {{
    {"switch", "write it with if and else"},
    {"goto", "a loop with break or continue does the same"},
    {"else", "there is no `if` that it belongs to"},
    {"static", "a body keeps nothing from slot to slot"},
    {"__shared__", "a body works on one slot alone"},
    {"volatile", "a body's variables are its own"},
    {"struct", "a body has plain variables only"},
    {"using", "write the type itself"},
    {"typedef", "write the type itself"},
}};

// No names of variables: words of C++ that the kernel's compiler would stumble over.
constexpr std::array<std::string_view, 44> keywords = {
    "if",       "else",     "for",       "while",    "do",      "return",  "break",       "continue", "switch",
    "case",     "default",  "goto",      "struct",   "class",   "union",   "enum",        "new",      "delete",
    "this",     "template", "typename",  "operator", "public",  "private", "protected",   "static",   "extern",
    "register", "inline",   "constexpr", "volatile", "typedef", "using",   "namespace",   "try",      "catch",
    "throw",    "sizeof",   "and",       "or",       "not",     "xor",     "static_cast", "nullptr"};

bool is_type_word(std::string_view word) { return find_body_type(word) || word == "auto" || word == "const"; }

bool has_meaning(std::string_view name) {
  return find_body_input(name) != nullptr || find_body_function(name) != nullptr ||
         find_body_constant(name) != nullptr || is_other_type(name) ||
         std::ranges::find(keywords, name) != keywords.end();
}

}  // namespace

void BodyStatementParser::parse() {
  while (!cursor_.at_end()) {
    const TextRange range = cursor_.peek().range;
    if (cursor_.accept("}"))
      cursor_.complain(range, "this } has no `{`", "");
    else
      statement();
  }
  for (const std::size_t jump : returns_) emitter_.land(jump);
  if (!assigns_x_ && cursor_.diagnostics->empty())
    cursor_.complain({0, cursor_.peek().range.end},
                     "nothing is assigned to x: write `x = ...`, or an expression alone");
}

// statement = ";" | block | if | while | do | for | break | continue | return | declaration | simple ";"
void BodyStatementParser::statement() {
  const Token& token = cursor_.peek();
  if (++depth_ > deepest)
    cursor_.give_up(token.range, fmt::format("statements stand in each other {} deep, which is too much", deepest));
  const auto refusal = std::ranges::find(refusals, token.text, &Refusal::word);
  if (cursor_.at_sign("{")) {
    block();
  } else if (token.text == "if") {
    if_statement();
  } else if (token.text == "while") {
    while_statement();
  } else if (token.text == "do") {
    do_statement();
  } else if (token.text == "for") {
    for_statement();
  } else if (token.text == "break" || token.text == "continue") {
    leave_loop(token.text == "break");
  } else if (token.text == "return") {
    return_statement();
  } else if (cursor_.at_sign("#") && cursor_.peek(1).text == "pragma" && cursor_.peek(2).text == "unroll") {
    cursor_.at += 3;
    if (cursor_.peek().kind == TokenKind::Number) cursor_.next();
  } else if (refusal != refusals.end()) {
    refuse(token);
  } else {
    plain_statement();
  }
  emitter_.end_statement();
  --depth_;
}

// What the head of a `for` may begin with, too.
void BodyStatementParser::plain_statement() {
  const Token& token = cursor_.peek();
  if (cursor_.accept(";")) return;
  if (is_type_word(token.text) && !(find_body_type(token.text) && cursor_.peek(1).text == "(")) return declaration();
  simple_statements();
  end_statement();
}

void BodyStatementParser::refuse(const Token& word) {
  const auto refusal = std::ranges::find(refusals, word.text, &Refusal::word);
  cursor_.complain(word.range, fmt::format("`{}` has no place in a body: {}", word.text, refusal->why));
  skip_statement();
}

void BodyStatementParser::block() {
  const TextRange open = cursor_.next().range;
  const BodyScope::Mark mark = scope_.enter();
  while (!cursor_.at_sign("}") && !cursor_.at_end()) statement();
  scope_.leave(mark);
  if (!cursor_.accept("}")) cursor_.complain(open, "this { has no `}`");
}

// The last statement of a text needs no semicolon.
void BodyStatementParser::end_statement() {
  if (cursor_.accept(";") || cursor_.at_end()) return;
  const Token& token = cursor_.peek();
  if (token.text == "}" || token.kind == TokenKind::Name)
    return cursor_.complain({token.range.begin, token.range.begin},
                            fmt::format("expected `;` before {}", quoted(token)), ";");
  cursor_.complain(token.range, fmt::format("expected `;` or an operator, not {}", quoted(token)));
  cursor_.next();
  skip_statement();
}

void BodyStatementParser::skip_statement() {
  while (!cursor_.at_end() && !cursor_.at_sign("}") && !cursor_.accept(";")) cursor_.next();
}

// declaration = ["const"] type name ["=" value] {"," name ["=" value]} ";"
void BodyStatementParser::declaration() {
  std::optional<BodyType> type;
  bool is_const = false, is_auto = false;
  const TextRange range = cursor_.peek().range;
  for (; is_type_word(cursor_.peek().text); cursor_.next()) {
    const Token& token = cursor_.peek();
    is_const = is_const || token.text == "const";
    is_auto = is_auto || token.text == "auto";
    const auto word = find_body_type(token.text);
    if (!word) continue;
    const auto joined = join_type_words(type, *word);
    if (!joined) cursor_.complain(token.range, fmt::format("`{} {}` is no type", name_of(*type), token.text));
    type = joined.value_or(BodyType::Unknown);
  }
  if (type.has_value() == is_auto) {
    if (is_other_type(cursor_.peek().text))
      expressions_.unknown_name(cursor_.next());
    else
      cursor_.complain(range, "expected one type: int, unsigned, float, double, bool or auto");
  }
  do declare_one(type.value_or(BodyType::Unknown), is_auto, is_const);
  while (cursor_.accept(",") && !cursor_.is_full());
  end_statement();
}

void BodyStatementParser::declare_one(BodyType type, bool is_auto, bool is_const) {
  const Token name = cursor_.peek();
  if (name.kind != TokenKind::Name)
    return cursor_.complain(name.range, fmt::format("expected a name for the variable, not {}", quoted(name)));
  cursor_.next();
  if (name.text.find_first_of(".:") != name.text.npos)
    cursor_.complain(name.range, fmt::format("{} is no name for a variable", quoted(name)));
  else if (has_meaning(name.text))
    cursor_.complain(name.range, fmt::format("`{}` has a meaning of its own here: choose another name", name.text));
  else if (scope_.declared_here(name.text))
    cursor_.complain(name.range, fmt::format("`{}` has been declared already", name.text));
  else if (++declared_ > most_variables)
    return cursor_.give_up(name.range, fmt::format("more than {} variables are too many", most_variables));
  BodyLocal local{name.text, type, emitter_.new_register(), is_const, false, 0};
  if (cursor_.accept("=")) {
    const BodyValue value = expressions_.parse_value();
    if (is_auto) local.type = value.type;
    if (value.type != BodyType::Unknown) emitter_.convert_into(local.place, value, local.type);
  } else {
    if (is_auto || is_const)
      cursor_.complain(name.range,
                       fmt::format("`{}` needs a value, as it is {}", name.text, is_auto ? "auto" : "const"));
    local.is_checked = true;
    local.has_value = emitter_.new_register();
    emitter_.store(local.has_value, 0);
  }
  scope_.declare(local);
}

// "(" value ")"
std::size_t BodyStatementParser::condition() {
  const TextRange open = cursor_.peek().range;
  if (!cursor_.accept("(")) cursor_.complain(open, "expected ( and a condition");
  const BodyValue value = expressions_.parse_value();
  expressions_.expect(")", open);
  return emitter_.jump(BodyOp::JumpIfZero, expressions_.truth(value).place, value.range);
}

void BodyStatementParser::if_statement() {
  const TextRange range = cursor_.next().range;
  const std::size_t otherwise = condition();
  const BodyScope::Mark mark = scope_.enter();
  statement();
  scope_.leave(mark);
  if (!cursor_.at_name("else")) return emitter_.land(otherwise);
  cursor_.next();
  const std::size_t end = emitter_.jump(BodyOp::Jump, 0, range);
  emitter_.land(otherwise);
  scope_.enter();
  statement();
  scope_.leave(mark);
  emitter_.land(end);
}

void BodyStatementParser::return_statement() {
  const Token& word = cursor_.next();
  returns_.push_back(emitter_.jump(BodyOp::Jump, 0, word.range));
  if (cursor_.at_sign(";") || cursor_.at_sign("}") || cursor_.at_end()) return end_statement();
  cursor_.complain(word.range, "the result is what x is: write `x = ...; return;`", "x =");
  skip_statement();
}

void BodyStatementParser::simple_statements() {
  do simple_statement();
  while (cursor_.accept(",") && !cursor_.is_full());
}

// simple = name assignment value | name "++" | "++" name | value, where the text is nothing else
void BodyStatementParser::simple_statement() {
  const Token& token = cursor_.peek();
  const Token& after = cursor_.peek(1);
  const bool steps = token.text == "++" || token.text == "--";
  if (steps && after.kind == TokenKind::Name) {
    cursor_.at += 2;
    step_by_one(token, after);
  } else if (token.kind == TokenKind::Name && (after.text == "++" || after.text == "--")) {
    cursor_.at += 2;
    step_by_one(after, token);
  } else if (token.kind == TokenKind::Name && is_assignment(after)) {
    assignment();
  } else if (token.text == "out" && after.text == "[" && scope_.find("out") == nullptr) {
    write_out();
  } else {
    value_statement();
  }
}

void BodyStatementParser::value_statement() {
  const bool is_first = cursor_.at == 0;
  const BodyValue value = expressions_.parse();
  if (is_assignment(cursor_.peek())) {
    cursor_.complain(value.range, "only x and variables that are declared here can be assigned to");
    return skip_statement();
  }
  const bool is_last = cursor_.at_end() || (cursor_.at_sign(";") && cursor_.peek(1).kind == TokenKind::End);
  if (is_first && is_last) {
    code_.expression_end = cursor_.at > 0 ? cursor_.tokens[cursor_.at - 1].range.end : 0;
    assigns_x_ = true;
    if (value.type != BodyType::Unknown) emitter_.convert_into(0, value, x_);
  } else if (value.type != BodyType::Unknown) {
    cursor_.complain(value.range, "nobody uses this value: `x = ...`?");
  }
}

BodyStatementParser::Target BodyStatementParser::target(const Token& name) {
  const BodyLocal* local = scope_.find(name.text);
  if (local != nullptr && !local->is_const) return {*local, name.range, true};
  if (local == nullptr && name.text == "x") return {{"x", x_, 0}, name.range, true};
  if (local != nullptr) {
    cursor_.complain(name.range, fmt::format("`{}` is const", name.text));
  } else if (find_body_input(name.text) != nullptr) {
    cursor_.complain(name.range, fmt::format("`{}` can be read only: x is what a body changes", name.text));
  } else {
    expressions_.unknown_name(name);
  }
  return {{}, name.range, false};
}

BodyValue BodyStatementParser::read(const Target& target) {
  if (!target.valid) return {0, BodyType::Unknown, target.range};
  if (target.local.place == 0) return expressions_.read_input(body_inputs.front(), target.range);
  return expressions_.read_local(target.local, target.range);
}

void BodyStatementParser::assign(const Target& target, const BodyValue& value) {
  assigns_x_ = assigns_x_ || target.local.place == 0;
  if (!target.valid || value.type == BodyType::Unknown) return;
  emitter_.convert_into(target.local.place, value, target.local.type);
  if (target.local.is_checked) emitter_.store(target.local.has_value, 1);
}

// assignment = name "=" {name "="} value | name sign "=" value
void BodyStatementParser::assignment() {
  std::vector<Target> targets;
  const Token sign = cursor_.peek(1);
  do {
    targets.push_back(target(cursor_.peek()));
    cursor_.at += 2;
  } while (sign.text == "=" && cursor_.peek().kind == TokenKind::Name && cursor_.peek(1).text == "=");
  if (sign.text != "=") {
    const BinaryRow& row = *find_binary(sign.text.substr(0, sign.text.size() - 1));
    const BodyValue left = read(targets.front());
    return assign(targets.front(), expressions_.combine(row, left, expressions_.parse_value()));
  }
  BodyValue value = expressions_.parse_value();
  for (auto each = targets.rbegin(); each != targets.rend(); ++each) {
    assign(*each, value);
    if (each->valid && value.type != BodyType::Unknown) value = {each->local.place, each->local.type, value.range};
  }
}

// "out" "[" value "]" assignment value: what a body leaves in memory.
void BodyStatementParser::write_out() {
  const Token name = cursor_.next();
  const BodyInputRow& row = *find_body_input(name.text);
  const BodyValue index = expressions_.parse_index(row, name);
  const Token sign = cursor_.peek();
  if (!is_assignment(sign) || sign.text == "++" || sign.text == "--")
    return cursor_.complain(sign.range, "`out` is written only: out[row] = ...");
  cursor_.next();
  assigns_x_ = true;
  const TextRange range = join(name.range, sign.range);
  const bool known = index.type != BodyType::Unknown;
  BodyValue value{0, BodyType::Unknown, range};
  if (sign.text == "=") {
    value = expressions_.parse_value();
  } else {
    const BodyValue old = known ? emitter_.element(row.input, type_of(row, x_), index, range) : value;
    value =
        expressions_.combine(*find_binary(sign.text.substr(0, sign.text.size() - 1)), old, expressions_.parse_value());
  }
  if (known && value.type != BodyType::Unknown) emitter_.put(index, emitter_.convert(value, type_of(row, x_)), range);
}

// n++ means n += 1.
void BodyStatementParser::step_by_one(const Token& sign, const Token& name) {
  const Target changed = target(name);
  const BodyValue value = read(changed);
  if (value.type == BodyType::Bool)
    return cursor_.complain(name.range, fmt::format("`{}` is a bool, which cannot be counted up or down", name.text));
  const BodyValue one = emitter_.constant(1, BodyType::Int, sign.range);
  assign(changed, expressions_.combine(*find_binary(sign.text.substr(0, 1)), value, one));
}

}  // namespace tcviz
