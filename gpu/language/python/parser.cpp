#include "gpu/language/python/parser.hpp"

#include <fmt/format.h>

#include <array>

namespace tcviz::inline gpu_python {
namespace {

constexpr int most_blocks = 40, most_cases = 200;

struct AugmentedRow {
  std::string_view text;
  PythonSign sign;
};
constexpr auto augmented_signs = std::to_array<AugmentedRow>({{"+=", PythonSign::Add},
                                                              {"-=", PythonSign::Subtract},
                                                              {"*=", PythonSign::Multiply},
                                                              {"//=", PythonSign::Floor},
                                                              {"%=", PythonSign::Remainder},
                                                              {"**=", PythonSign::Power},
                                                              {"/=", PythonSign::Divide},
                                                              {"<<=", PythonSign::Left},
                                                              {">>=", PythonSign::Right},
                                                              {"&=", PythonSign::And},
                                                              {"^=", PythonSign::Xor},
                                                              {"|=", PythonSign::Or}});
constexpr auto quiet_decorators =
    std::to_array<std::string_view>({"cuda", "numba", "njit", "jit", "triton", "functools", "lru_cache", "cache"});
constexpr auto not_followed = std::to_array<std::string_view>(
    {"class", "try", "with", "global", "nonlocal", "del", "raise", "async", "match", "yield", "await"});

}  // namespace

PythonAt PythonParser::put(Statements& into, PythonStatement statement) {
  tree().statements.push_back(std::move(statement));
  into.push_back(static_cast<PythonAt>(tree().statements.size() - 1));
  return into.back();
}

void PythonParser::module() {
  Statements body;
  const std::int64_t indentation = peek().value;
  while (!failed() && peek().kind != PythonWordKind::End) {
    if (peek().kind == PythonWordKind::Line && peek().value != indentation)
      complain(peek(1).range, "this line is indented, and the one above it begins no block");
    next();
    statement(indentation, body);
  }
  tree().body = std::move(body);
}

// Reads what stands behind a colon: statements in the same line, or lines that are indented more.
PythonParser::Statements PythonParser::block(std::int64_t indentation) {
  Statements body;
  expect(":");
  if (++blocks_ > most_blocks) complain(peek().range, "blocks are nested too deeply here");
  if (peek().kind != PythonWordKind::Line) {
    simple_statements(body);
  } else if (const std::int64_t inner = peek().value; inner <= indentation) {
    complain(peek(1).range, "expected an indented block");
  } else {
    while (!failed() && peek().kind == PythonWordKind::Line && peek().value > indentation) {
      if (peek().value != inner) complain(peek(1).range, "the lines of a block are indented alike");
      next();
      statement(inner, body);
    }
  }
  --blocks_;
  return body;
}

void PythonParser::statement(std::int64_t indentation, Statements& into) {
  const PythonWord& word = peek();
  const bool followed = std::ranges::find(not_followed, word.text) == not_followed.end() ||
                        word.kind != PythonWordKind::Name || peek(1).is("=") || peek(1).is(",");
  if (!followed)
    return complain(word.range, fmt::format("{} is not followed in Python here: assignments, if, for, while and return "
                                            "are",
                                            said_of(word)));
  if (word.is("def")) return define(indentation, into);
  if (word.is("if")) return branch(indentation, into);
  if (word.is("for") || word.is("while")) return loop(indentation, into);
  if (word.is("@")) return decorated();
  simple_statements(into);
}

void PythonParser::simple_statements(Statements& into) {
  do {
    if (peek().ends_line()) return;
    simple(into);
  } while (!failed() && accept(";"));
  if (!failed() && !peek().ends_line())
    complain(peek().range, fmt::format("expected the end of the line, not {}", said_of(peek())));
}

void PythonParser::simple(Statements& into) {
  if (accept("pass")) return;
  if (accept("import")) return import();
  if (accept("from")) return import_from();
  if (peek().is("return")) return returned(into);
  if (peek().is("break")) return leave(PythonAct::Break, into);
  if (peek().is("continue")) return leave(PythonAct::Continue, into);
  if (peek().is("assert")) return asserted(into);
  if (!peek().is("print") || !peek(1).is("(")) return value_or_assignment(into);
  value();  // it changes no value
}

void PythonParser::leave(PythonAct act, Statements& into) {
  const PythonWord word = next();
  if (loops_ == 0) complain(word.range, fmt::format("{} is outside of a loop", said_of(word)));
  put(into, {.act = act, .range = word.range});
}

// Reads f(x), a = b = value, a: int = value, or a += value.
void PythonParser::value_or_assignment(Statements& into) {
  const PythonAt first = values();
  if (failed() || augmented(first, into)) return;
  if (accept(":")) {
    value();  // a type
    if (!peek().is("=")) return;
  }
  if (peek().is("=")) return assigned({first}, into);
  put(into, {.act = PythonAct::Value, .value = first, .range = node(first).range});
}

bool PythonParser::augmented(PythonAt target, Statements& into) {
  const auto* const row = std::ranges::find(augmented_signs, peek().text, &AugmentedRow::text);
  if (row == augmented_signs.end() || peek().kind != PythonWordKind::Sign) return false;
  next();
  check_target(target);
  if (node(target).kind == PythonNode::Tuple) complain(node(target).range, "expected one name");
  const PythonAt given = values();
  put(into, {.act = PythonAct::Augment,
             .sign = row->sign,
             .value = given,
             .targets = {target},
             .range = join(node(target).range, node(given).range)});
  return true;
}

void PythonParser::assigned(std::vector<PythonAt> targets, Statements& into) {
  PythonAt given = no_python;
  while (!failed() && accept("=")) {
    check_target(targets.back());
    if (peek().is("lambda") && targets.size() == 1) return lambda(targets.front(), into);
    given = values();
    if (peek().is("=")) targets.push_back(given);
  }
  if (failed()) return;
  const TextRange range = join(node(targets.front()).range, node(given).range);
  put(into, {.act = PythonAct::Assign, .value = given, .targets = std::move(targets), .range = range});
}

// Reads row = lambda tid, i: value, as a function of this name.
void PythonParser::lambda(PythonAt target, Statements& into) {
  const TextRange range = next().range;
  if (in_function_) return complain(range, "a function inside of a function is not followed here: move it out");
  if (node(target).kind != PythonNode::Name) return complain(range, "expected a name for this function");
  PythonFunction function{.name = node(target).text, .range = node(target).range};
  parameters(function, ":");
  expect(":");
  if (failed()) return;
  const PythonAt result = value();
  put(function.body, {.act = PythonAct::Return, .value = result, .range = node(result).range});
  tree().functions.push_back(std::move(function));
  const auto number = static_cast<PythonAt>(tree().functions.size() - 1);
  put(into, {.act = PythonAct::Define, .function = number, .range = range});
}

// Reads def name(a, b: int = 1) -> int: block.
void PythonParser::define(std::int64_t indentation, Statements& into) {
  const TextRange def = next().range;
  const PythonWord name = next();
  if (in_function_) return complain(def, "a function inside of a function is not followed here: move it out");
  if (name.kind != PythonWordKind::Name) return complain(name.range, "expected a function's name after def");
  PythonFunction function{.name = name.text, .range = name.range};
  expect("(");
  parameters(function, ")");
  expect(")");
  if (accept("->")) value();
  if (failed()) return;
  in_function_ = true;
  const int outer_loops = std::exchange(loops_, 0);
  function.body = block(indentation);
  loops_ = outer_loops;
  in_function_ = false;
  tree().functions.push_back(std::move(function));
  const auto number = static_cast<PythonAt>(tree().functions.size() - 1);
  put(into, {.act = PythonAct::Define, .function = number, .range = def});
}

void PythonParser::parameters(PythonFunction& function, std::string_view close) {
  while (!failed() && !peek().ends_line() && !peek().is(close)) {
    if (accept("/") || (peek().is("*") && peek(1).is(","))) {  // they only say how arguments are given
      accept("*");
    } else {
      parameter(function, close == ")");
    }
    if (!peek().is(close)) expect(",");
  }
}

void PythonParser::parameter(PythonFunction& function, bool typed) {
  const PythonWord name = next();
  if (name.is("*") || name.is("**"))
    return complain(name.range, "any number of arguments is not followed here: write the parameters one by one");
  if (name.kind != PythonWordKind::Name)
    return complain(name.range, fmt::format("expected a parameter, not {}", said_of(name)));
  if (std::ranges::find(function.parameters, name.text, &PythonParameter::name) != function.parameters.end())
    return complain(name.range, fmt::format("two parameters are called {}", said_of(name)));
  function.parameters.push_back({name.text, name.range});
  if (typed && accept(":")) value();
  if (accept("=")) function.parameters.back().usual = value();
}

void PythonParser::branch(std::int64_t indentation, Statements& into) {
  const TextRange range = next().range;
  if (!in_function_ && peek().is("__name__")) return skip_block(indentation);
  const PythonAt condition = value();
  if (failed()) return;
  PythonStatement statement{.act = PythonAct::If, .value = condition, .range = range};
  statement.body = block(indentation);
  otherwise(indentation, put(into, std::move(statement)));
}

// Reads what follows in the other case: elif is an `if` inside of else.
void PythonParser::otherwise(std::int64_t indentation, PythonAt branch) {
  for (int cases = 0; !failed() && at_line(indentation, "elif"); ++cases) {
    next();
    if (cases == most_cases) return complain(peek().range, "there are too many cases here: use a list");
    PythonStatement inner{.act = PythonAct::If, .range = next().range};
    inner.value = value();
    inner.body = block(indentation);
    Statements only;
    const PythonAt number = put(only, std::move(inner));
    tree().statements[branch].otherwise = std::move(only);
    branch = number;
  }
  if (failed() || !at_line(indentation, "else")) return;
  next();
  next();
  Statements body = block(indentation);
  tree().statements[branch].otherwise = std::move(body);
}

void PythonParser::loop(std::int64_t indentation, Statements& into) {
  const PythonWord word = next();
  PythonStatement statement{.act = word.is("for") ? PythonAct::For : PythonAct::While, .range = word.range};
  if (word.is("for")) {
    statement.targets.push_back(loop_target());
    expect("in");
    statement.value = values();
  } else {
    statement.value = value();
  }
  if (failed()) return;
  ++loops_;
  statement.body = block(indentation);
  --loops_;
  const PythonAt number = put(into, std::move(statement));
  if (failed() || !at_line(indentation, "else")) return;
  next();
  next();
  Statements body = block(indentation);
  tree().statements[number].otherwise = std::move(body);
}

void PythonParser::returned(Statements& into) {
  const TextRange range = next().range;
  if (!in_function_) complain(range, "`return` is outside of a function");
  PythonStatement statement{.act = PythonAct::Return, .range = range};
  if (!peek().ends_line() && !peek().is(";")) {
    statement.value = values();
    statement.range = node(statement.value).range;
  }
  put(into, std::move(statement));
}

void PythonParser::asserted(Statements& into) {
  const TextRange range = next().range;
  put(into, {.act = PythonAct::Assert, .value = value(), .range = range});
  if (accept(",")) value();
}

// Reads a.b.c, and returns it as it stands in the text.
std::string_view PythonParser::dotted() {
  const PythonWord first = next();
  if (first.kind != PythonWordKind::Name) complain(first.range, "expected the name of a module");
  TextRange range = first.range;
  while (!failed() && accept(".")) range = join(range, next().range);
  return std::string_view(tree().text).substr(range.begin, range.end - range.begin);
}

// Reads import a.b as c, d: `import` has been read.
void PythonParser::import() {
  do {
    const std::string_view path = dotted();
    std::string_view name = path.substr(0, path.find('.'));
    const bool renamed = accept("as");
    if (renamed) name = next().text;
    tree().imports.push_back({name, renamed ? path : name, {}});
  } while (!failed() && accept(","));
}

// Reads from a import b as c, d: `from` has been read.
void PythonParser::import_from() {
  const std::string_view path = dotted();
  expect("import");
  if (peek().is("*")) return complain(peek().range, "what `*` imports is not followed here: name what is needed");
  const bool parentheses = accept("(");
  do {
    if (peek().is(")")) break;
    const PythonWord part = next();
    if (part.kind != PythonWordKind::Name) complain(part.range, "expected a name that is imported");
    const std::string_view name = accept("as") ? next().text : part.text;
    tree().imports.push_back({name, path, part.text});
  } while (!failed() && accept(","));
  if (parentheses) expect(")");
}

// Skips @cuda.jit and its like, which leave what a function computes as it is.
void PythonParser::decorated() {
  const TextRange range = next().range;
  if (std::ranges::find(quiet_decorators, peek().text) == quiet_decorators.end())
    return complain(join(range, peek().range), "what this makes of the function is not followed here: leave it out");
  skip_line();
}

void PythonParser::skip_line() {
  while (!peek().ends_line()) next();
}

void PythonParser::skip_block(std::int64_t indentation) {
  skip_line();
  while (peek().kind == PythonWordKind::Line && peek().value > indentation) {
    next();
    skip_line();
  }
  if (at_line(indentation, "else") || at_line(indentation, "elif"))
    complain(peek(1).range, "what this file does as a program is not followed here: keep its functions");
}

bool PythonParser::at_line(std::int64_t indentation, std::string_view word) const {
  return peek().kind == PythonWordKind::Line && peek().value == indentation && peek(1).is(word);
}

}  // namespace tcviz::inline gpu_python
