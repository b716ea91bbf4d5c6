// The part of Parser that reads the constructs around statements: functions, records, enumerations, names of types.
#include <fmt/format.h>

#include <array>

#include "gpu/language/c/parser.hpp"

namespace tcviz::inline gpu_c {
namespace {

constexpr auto no_functions = std::to_array<std::string_view>(
    {"if", "for", "while", "switch", "return", "else", "sizeof", "do", "case", "static_assert", "asm", "operator"});
// Attributes between a function's type and its name, with arguments of their own.
constexpr auto attributes = std::to_array<std::string_view>(
    {"__launch_bounds__", "__attribute__", "alignas", "__align__", "__maxnreg__", "__cluster_dims__"});

constexpr int most_words_before_a_name = 64;

bool is_among(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

bool may_end_type(const Token& token) {
  return (token.kind == TokenKind::Name && !is_among(token.text, no_functions)) || token.text == ">" ||
         token.text == "*" || token.text == "&" || token.text == ">>" || token.text == ")";
}

}  // namespace

bool is_attribute(std::string_view word) { return is_among(word, attributes); }

std::size_t behind_brackets(std::span<const Token> tokens, std::size_t open) {
  constexpr std::array<std::array<std::string_view, 2>, 4> pairs = {{{"(", ")"}, {"[", "]"}, {"{", "}"}, {"<", ">"}}};
  const std::size_t end = tokens.size() - 1;
  if (open >= end) return end;
  const auto pair = std::ranges::find(pairs, tokens[open].text, [](const auto& each) { return each[0]; });
  if (pair == pairs.end()) return open + 1;
  int depth = 0;
  for (std::size_t at = open; at < end; ++at) {
    const std::string_view text = tokens[at].text;
    if (tokens[at].kind != TokenKind::Sign) continue;
    if (text == (*pair)[0]) ++depth;
    if (text == (*pair)[1]) --depth;
    if ((*pair)[1] == ">" && text == ">>") depth -= 2;
    if ((*pair)[1] == ">" && (text == ";" || text == "{")) return end;
    if (depth <= 0) return at + 1;
  }
  return end;
}

// Reads constructs that may stand outside functions only. False: a statement is next.
bool Parser::skip_file_scope(const Token& token) {
  if (token.kind == TokenKind::Name && dialect_.is_body) return false;
  if (namespaces_ > 0 && cursor_.accept("}")) return --namespaces_, true;
  if (token.text == "namespace" || (token.text == "extern" && cursor_.peek(1).kind == TokenKind::String) ||
      (token.text == "inline" && cursor_.peek(1).text == "namespace")) {
    while (!cursor_.at_end() && !cursor_.at_sign("{") && !cursor_.at_sign(";")) {
      if (token.text == "extern" && cursor_.peek().kind == TokenKind::Name && cursor_.at > 0 &&
          cursor_.before().kind == TokenKind::String)
        return true;  // extern "C" int row(...)
      cursor_.next();
    }
    if (cursor_.accept("{")) ++namespaces_;
    return true;
  }
  if (token.text == "template" || is_attribute(token.text)) {
    const std::size_t head = template_head();
    const bool record = cursor_.at_name("struct") || cursor_.at_name("class");
    if (record && cursor_.peek(2).text != "(") return template_record(head), true;
    if (cursor_.at_name("using")) return using_declaration(), true;
    if (function_definition(head, -1)) return true;
    cursor_.complain(token.range, "this template is not followed here: functions and their constants are");
    return skip_branch(), true;
  }
  return token.kind == TokenKind::Name && function_definition(0, -1);
}

// Reads template <...> and attributes. Returns the place of its "<"; 0: none.
std::size_t Parser::template_head() {
  std::size_t head = 0;
  for (;;) {
    if (cursor_.accept_name("template")) {
      head = cursor_.at;
      cursor_.at = behind_brackets(cursor_.tokens, cursor_.at);
      if (cursor_.tokens[head + 1].text == ">") head = 0;  // template <>
    } else if (is_attribute(cursor_.peek().text)) {
      cursor_.next();
      cursor_.at = behind_brackets(cursor_.tokens, cursor_.at);
    } else {
      return head;
    }
  }
}

// Reads type name "(" parameters ")" [const] ["->" type] ("{" ... "}" | ";"): it is remembered and read at its calls.
bool Parser::function_definition(std::size_t template_head, std::int16_t record) {
  const std::span<const Token> tokens = cursor_.tokens;
  std::size_t name = cursor_.at;
  bool is_kernel = false, is_static = false;
  for (int words = 0; name + 1 < tokens.size(); ++name) {
    if (++words > most_words_before_a_name) return false;
    const Token& token = tokens[name];
    is_kernel = is_kernel || token.text == "__global__";
    is_static = is_static || token.text == "static";
    if (token.kind == TokenKind::Name && is_attribute(token.text)) {
      name = behind_brackets(tokens, name + 1) - 1;
    } else if (token.text == "<") {
      name = behind_brackets(tokens, name) - 1;
    } else if (token.text == "[" && tokens[name + 1].text == "[") {
      name = behind_brackets(tokens, name) - 1;
    } else if (tokens[name + 1].text == "(" && token.kind == TokenKind::Name) {
      break;
    } else if (token.kind != TokenKind::Name && token.text != "*" && token.text != "&") {
      return false;
    } else if (is_among(token.text, no_functions)) {
      return false;
    }
  }
  if (name + 1 >= tokens.size() || name == cursor_.at || !may_end_type(tokens[name - 1]) ||
      is_among(tokens[name].text, no_functions))
    return false;
  std::size_t end = behind_brackets(tokens, name + 1), trailing = 0;
  while (tokens[end].kind == TokenKind::Name &&
         (tokens[end].text == "const" || tokens[end].text == "noexcept" || tokens[end].text == "override"))
    ++end;
  if (tokens[end].text == "->") {
    trailing = end + 1;
    while (end + 1 < tokens.size() && tokens[end].text != "{" && tokens[end].text != ";") ++end;
  }
  const std::size_t old = cursor_.at;
  if (tokens[end].text == ";") {  // int row(int tid, int i); says nothing yet, int x(5); does
    cursor_.at = name + 2;
    const bool prototype = cursor_.at_sign(")") || at_type() ||
                           (cursor_.peek().kind == TokenKind::Name && cursor_.peek(1).kind == TokenKind::Name);
    cursor_.at = prototype ? end + 1 : old;
    return prototype;
  }
  if (tokens[end].text != "{") return false;
  const std::size_t scope = tokens[name].text.rfind("::");
  Function found{.name = scope == std::string_view::npos ? tokens[name].text : tokens[name].text.substr(scope + 2),
                 .type = cursor_.at,
                 .parameters = name + 1,
                 .body = end,
                 .trailing_type = trailing,
                 .template_head = template_head,
                 .record = record,
                 .is_static = is_static,
                 .is_kernel = is_kernel,
                 .range = tokens[name].range};
  functions_.push_back(found);
  cursor_.at = behind_brackets(tokens, end);
  if (tokens[cursor_.at - 1].text != "}") cursor_.complain(tokens[end].range, "this { has no `}`");
  return true;
}

// Reads enum [class] [name] [: type] { A, B = 3 };
void Parser::enum_declaration() {
  cursor_.next();
  const bool scoped = cursor_.accept_name("class") || cursor_.accept_name("struct");
  Type type = Type::Int;
  const std::string_view enum_name = cursor_.peek().kind == TokenKind::Name ? cursor_.next().text : std::string_view();
  if (!enum_name.empty()) aliases_.push_back({enum_name, scalar_form(type)});
  if (cursor_.accept(":")) {
    type = read_type().form.type;
    if (!aliases_.empty()) aliases_.back().form = scalar_form(type);
  }
  if (!is_whole(type)) type = Type::Int;
  const TextRange open = cursor_.peek().range;
  if (!cursor_.accept("{")) return cursor_.complain(open, "expected { and the names of the enum");
  std::int64_t next = 0;
  while (!cursor_.at_end() && !cursor_.at_sign("}")) {
    const Token name = cursor_.next();
    if (cursor_.accept("=")) {
      const Value value = rvalue(conditional());
      if (!constant_value(value) && value.type() != Type::Unknown)
        cursor_.complain(value.range, "an enum's value is a constant, and this is none here");
      next = constant_value(value).value_or(next);
    }
    const Value value = emitter_.convert(emitter_.constant(cell_of(next), Type::Long, name.range), type);
    if (constant_value(value) != next) cursor_.complain(name.range, "an enum's value does not fit into its type here");
    ++next;
    add_local({.name = name.text,
               .scope = scoped ? enum_name : std::string_view(),
               .form = value.form,
               .place = value.place,
               .is_const = true,
               .range = name.range});
    if (!cursor_.accept(",")) break;
  }
  expect("}", open);
  end_statement();
}

// Reads using name = type; using namespace std;
void Parser::using_declaration() {
  cursor_.next();
  const Token name = cursor_.peek();
  if (name.text == "namespace" || cursor_.peek(1).text != "=") return skip_statement();
  cursor_.at += 2;
  cursor_.accept_name("typename");
  const TypeRead type = read_type();
  aliases_.push_back({name.text, type.any ? type.form : scalar_form(Type::Opaque)});
  if (!type.any) return skip_statement();
  end_statement();
}

void Parser::typedef_declaration() {
  cursor_.next();
  if (cursor_.at_name("struct") && (cursor_.peek(1).text == "{" || cursor_.peek(2).text == "{")) {
    typedef_name_ = true;
    record_declaration();
    typedef_name_ = false;
    return;
  }
  const TypeRead type = read_type();
  const Token name = cursor_.next();
  aliases_.push_back({name.text, type.any ? type.form : scalar_form(Type::Opaque)});
  end_statement();
}

// Reads auto name = [...](parameters) -> type { ... };  "=" is next. False: the "[" begins no lambda.
bool Parser::lambda(const Token& name) {
  const std::span<const Token> tokens = cursor_.tokens;
  const std::size_t open = cursor_.at + 1;
  const std::size_t parameters = behind_brackets(tokens, open);
  if (tokens[parameters].text != "(") return false;
  bool copies = false;
  for (std::size_t at = open + 1; at + 1 < parameters; ++at) {
    copies = copies || tokens[at].text == "=" || (tokens[at].kind == TokenKind::Name && tokens[at - 1].text != "&");
    if (tokens[at].text == "=" && tokens[at - 1].kind == TokenKind::Name) {
      cursor_.complain(tokens[at].range, "a capture with a value of its own is not followed here");
      return false;
    }
  }
  std::size_t body = behind_brackets(tokens, parameters), trailing = 0;
  bool is_mutable = false;
  for (; tokens[body].kind == TokenKind::Name; ++body)  // mutable, constexpr, __device__
    is_mutable = is_mutable || tokens[body].text == "mutable";
  if (tokens[body].text == "->") {
    trailing = body + 1;
    while (body + 1 < tokens.size() && tokens[body].text != "{") ++body;
  }
  if (tokens[body].text != "{") return false;
  if (frame_.outer_end > 0) {
    cursor_.complain(name.range, "a lambda in a lambda is not followed here: give it a function");
    return false;
  }
  Function made{.name = name.text,
                .type = open,
                .parameters = parameters,
                .body = body,
                .trailing_type = trailing,
                .is_lambda = true,
                .copies = copies,
                .outer_begin = frame_.is_file ? 0 : frame_.own,
                .outer_end = locals_.size(),
                .range = name.range};
  if (copies) capture_copies(made, open, parameters, is_mutable);
  functions_.push_back(made);
  cursor_.at = behind_brackets(tokens, body);
  return true;
}

// Copies for [=] and [n]: the names in the lambda have the values of this place, whatever becomes of the variables.
void Parser::capture_copies(Function& made, std::size_t open, std::size_t parameters, bool is_mutable) {
  const auto list = cursor_.tokens.subspan(open, parameters - open);
  const bool all = std::ranges::find(list, "=", &Token::text) != list.end();
  for (std::size_t at = made.outer_begin; at < made.outer_end; ++at) {
    const Local from = locals_[at];
    const auto listed = std::ranges::find(list, from.name, &Token::text);
    const bool is_copy = listed == list.end() ? all : (listed - 1)->text != "&";
    const bool fixed = from.place.place_class() != Spot::Class::Local || (from.is_const && !from.is_alias);
    if (from.name.empty() || fixed || from.is_pointer || !is_copy || find_local(from.name) != &locals_[at] ||
        !mentions(made, from.name))
      continue;
    Local copy = from;
    const std::uint32_t cells = cells_of(from.form);
    copy.scope = made.name;
    copy.place = emitter_.new_local(cells);
    copy.flags = from.is_checked ? emitter_.new_local(cells) : Spot{};
    copy.is_const = copy.is_const || !is_mutable;
    copy.is_alias = copy.is_assigned = false;
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
      emitter_.move(copy.place + cell, from.place + cell, from.range);
      if (from.is_checked) emitter_.move(copy.flags + cell, from.flags + cell, from.range);
    }
    add_local(copy);
  }
  made.outer_end = locals_.size();
}

}  // namespace tcviz::inline gpu_c
