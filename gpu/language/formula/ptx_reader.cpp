// The PTX manual's style (PTX ISA, "Matrix Fragments for mma.m16n8k16" and its like) rewritten as C:
//   row = A for ci where C1; B otherwise      ->      row = ( C1 ) ? ( A ) : ( B ) ;
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/language/formula/notations.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_formula {
namespace {

constexpr std::array<std::string_view, 10> keywords = {"for",       "if",   "where", "otherwise", "Otherwise",
                                                       "OTHERWISE", "else", "Where", "For",       "If"};
constexpr std::array<std::string_view, 5> relations = {"<", "<=", ">", ">=", "=="};

bool is_one_of(std::string_view text, std::span<const std::string_view> words) {
  return std::ranges::find(words, text) != words.end();
}

struct Alternative {
  std::size_t begin = 0, end = 0;     // the value's tokens
  std::pmr::vector<Token> condition;  // none: in every other case
};

struct Definition {
  Token name;
  std::pmr::vector<Alternative> alternatives;
};

class PtxReader {
 public:
  explicit PtxReader(Cursor& cursor) : cursor_(cursor), definitions_(cursor.memory), out_(cursor.memory) {}

  std::pmr::vector<Token> read() {
    while (!cursor_.at_end() && cursor_.diagnostics->empty()) definition();
    // Results last: they may use a name that "where X = ..." explains behind them.
    for (const bool results : {false, true})
      for (const Definition& each : definitions_)
        if (is_result(each.name) == results) write(each);
    out_.push_back(cursor_.tokens.back());
    return std::move(out_);
  }

 private:
  static bool is_result(const Token& name) { return name.text == "row" || name.text == "col"; }

  // True at name = ..., if the name is no input: "i = {0,..,3}" is a condition.
  bool at_definition() const {
    const Token& name = cursor_.peek();
    if (name.kind != TokenKind::Name || cursor_.peek(1).text != "=") return false;
    const NameRow* row = find_name(name.text, Inputs::Slot);
    return row == nullptr || row->derived != Opcode::Move || row->who == Who::Warp;
  }

  void definition() {
    if (cursor_.accept(";") || cursor_.accept(",") || cursor_.accept_name("where") || cursor_.accept_name("and"))
      return;
    if (!at_definition()) {
      const Token& token = cursor_.peek();
      return cursor_.complain(token.range, fmt::format("expected `row =` or `col =` before {}", quoted(token)));
    }
    Definition found{cursor_.next(), std::pmr::vector<Alternative>(cursor_.memory)};
    cursor_.next();
    do found.alternatives.push_back(alternative());
    while (more_alternatives());
    definitions_.push_back(std::move(found));
  }

  bool more_alternatives() {
    if (!cursor_.diagnostics->empty()) return false;
    cursor_.accept(";");
    cursor_.accept(",");
    return !cursor_.at_end() && !at_definition() && !is_one_of(cursor_.peek().text, keywords);
  }

  Alternative alternative() {
    Alternative found{cursor_.at, cursor_.at, std::pmr::vector<Token>(cursor_.memory)};
    for (int depth = 0; !cursor_.at_end(); cursor_.next()) {
      const std::string_view text = cursor_.peek().text;
      depth += (text == "(") - (text == ")");
      if (depth <= 0 && (is_one_of(text, keywords) || text == ";" || text == "," || at_definition())) break;
      if (cursor_.at > found.begin && at_next_value()) break;
    }
    found.end = cursor_.at;
    if (found.begin == found.end)
      cursor_.complain(cursor_.peek().range, "expected a value before this case's condition");
    condition(found);
    return found;
  }

  // True between two values side by side: the next alternative begins. A register with its % is a value, not a
  // remainder.
  bool at_next_value() const {
    const Token& before = cursor_.tokens[cursor_.at - 1];
    const Token& token = cursor_.peek();
    const bool ends = before.kind == TokenKind::Number || before.text == ")" || before.text == "}" ||
                      (before.kind == TokenKind::Name && find_function(before.text) == nullptr);
    const bool begins = token.kind == TokenKind::Number || token.kind == TokenKind::Name || token.text == "(";
    const bool is_register = token.text == "%" && cursor_.peek(1).text.starts_with("laneid") &&
                             cursor_.peek(1).range.begin == token.range.end;
    return ends && (begins || is_register);
  }

  void condition(Alternative& to) {
    if (cursor_.accept_name("for") || cursor_.accept_name("For")) elements(to);
    if (at_explanation()) return;
    if (cursor_.accept_name("where") || cursor_.accept_name("Where") || cursor_.accept_name("if") ||
        cursor_.accept_name("If"))
      return comparisons(to);
    for (const std::string_view word : {"otherwise", "Otherwise", "OTHERWISE", "else"})
      if (cursor_.accept_name(word)) return;
  }

  // True at "where X = ...", which explains a name.
  bool at_explanation() const {
    if (!cursor_.at_name("where")) return false;
    Cursor next = cursor_;
    next.next();
    return PtxReader(next).at_definition();
  }

  // Reads for ci; for all ai; for a0 and a2; for b0, b1.
  void elements(Alternative& to) {
    while (cursor_.accept_name("all") || cursor_.accept_name("each") || cursor_.accept_name("any")) {
    }
    for (bool first = true; cursor_.peek().kind == TokenKind::Name; first = false) {
      const std::string_view name = cursor_.peek().text;
      if (is_one_of(name, keywords) || (!first && name.size() > 3)) return;
      const bool numbered = name.size() > 1 && is_digit(name[1]);
      if (!numbered) return void(cursor_.next());
      if (!std::ranges::all_of(name.substr(1), is_digit))
        return cursor_.complain(cursor_.peek().range,
                                fmt::format("expected an element, as in c0, not {}", quoted(cursor_.peek())));
      if (!first) add(to, "||");
      add(to, "i"), add(to, "=="), add_number(to, name.substr(1));
      cursor_.next();
      if (!cursor_.accept(",") && !cursor_.accept_name("and") && !cursor_.accept("/") && !cursor_.accept_name("or"))
        return;
    }
  }

  void comparisons(Alternative& to) {
    do comparison(to);
    while (conjunction(to));
  }

  bool conjunction(Alternative& to) {
    const bool both = cursor_.accept("&&") || cursor_.accept_name("and");
    if (!both && !cursor_.accept("||") && !cursor_.accept_name("or")) return false;
    add(to, both ? "&&" : "||");
    return true;
  }

  // Reads 0 <= i < 2; i >= 4; i = 3; i = {0,..,3}.
  void comparison(Alternative& to) {
    const std::size_t begin = to.condition.size();
    operand(to);
    if (cursor_.accept("=")) return cursor_.at_sign("{") ? members(to, begin) : (add(to, "=="), operand(to));
    for (bool first = true; is_one_of(cursor_.peek().text, relations); first = false) {
      const std::size_t middle = middle_;
      if (!first) {
        add(to, "&&");
        for (std::size_t at = middle, end = middle_end_; at < end; ++at)
          to.condition.push_back(Token(to.condition[at]));
      }
      to.condition.push_back(cursor_.next());
      operand(to);
    }
  }

  // Reads {0,..,3} or {0, 1, 4}, the members that the "i" at `begin` may equal.
  void members(Alternative& to, std::size_t begin) {
    const std::pmr::vector<Token> asked(to.condition.begin() + static_cast<std::ptrdiff_t>(begin), to.condition.end(),
                                        cursor_.memory);
    to.condition.resize(begin);
    const TextRange open = cursor_.next().range;
    bool closed = false;
    add(to, "(");
    bool range = false;
    for (bool first = true; !cursor_.at_end() && !(closed = cursor_.accept("}")); cursor_.accept(",")) {
      if (cursor_.peek().kind != TokenKind::Number) {
        range = range || cursor_.at_sign(".");
        cursor_.next();
        continue;
      }
      if (!first) add(to, range ? "&&" : "||");
      to.condition.insert(to.condition.end(), asked.begin(), asked.end());
      add(to, range ? "<=" : first && goes_on() ? ">=" : "==");
      to.condition.push_back(cursor_.next());
      first = false;
    }
    if (!closed) cursor_.complain(open, "this { has no `}`");
    add(to, ")");
  }

  // True at the first number of a range: dots follow.
  bool goes_on() const {
    return cursor_.peek(1).text == "." || (cursor_.peek(1).text == "," && cursor_.peek(2).text == ".");
  }

  // Reads as far as the next relation, conjunction or end.
  void operand(Alternative& to) {
    const std::size_t begin = cursor_.at;
    middle_ = to.condition.size();
    for (int depth = 0; !cursor_.at_end(); to.condition.push_back(cursor_.next())) {
      const std::string_view text = cursor_.peek().text;
      depth += (text == "(") - (text == ")");
      const bool ends = is_one_of(text, relations) || text == "||" || text == "&&" || text == "=" || text == "and" ||
                        text == "or" || text == ";" || text == "," || is_one_of(text, keywords);
      if ((depth <= 0 && ends) || depth < 0) break;
      if (text == "{" || text == "}")
        return cursor_.complain(cursor_.peek().range, fmt::format("expected an operator or the condition's end, not {}",
                                                                  quoted(cursor_.peek())));
      if (depth <= 0 && cursor_.at > begin && at_definition()) break;
      if (cursor_.at > begin && (depth == 0 || text == "(") && at_next_value()) break;
    }
    middle_end_ = to.condition.size();
    if (begin == cursor_.at) cursor_.complain(cursor_.peek().range, "expected a condition, as in i < 2");
  }

  Token made(std::string_view text) const {
    Token token = cursor_.peek();
    token.kind = text == "i" || text == "int" || text == no_case ? TokenKind::Name : TokenKind::Sign;
    token.text = text;
    return token;
  }
  void add(Alternative& to, std::string_view text) { to.condition.push_back(made(text)); }
  void add_number(Alternative& to, std::string_view digits) {
    Token token = cursor_.peek();
    token.kind = TokenKind::Number;
    token.text = digits;
    token.value = 0;
    for (const char digit : digits.substr(0, 4))
      if (is_digit(digit)) token.value = token.value * 10 + static_cast<std::uint32_t>(digit - '0');
    to.condition.push_back(token);
  }

  // Writes (C1) ? (A) : (C2) ? (B) : no case.
  void write(const Definition& definition) {
    if (!is_result(definition.name)) put(definition.name, "int");
    out_.push_back(definition.name);
    put(definition.name, "=");
    bool complete = false;
    for (const Alternative& each : definition.alternatives) {
      if (complete)
        return cursor_.complain(cursor_.tokens[each.begin].range,
                                "this is never reached: the case before it has no condition");
      complete = each.condition.empty();
      if (!complete) {
        put(definition.name, "(");
        out_.insert(out_.end(), each.condition.begin(), each.condition.end());
        put(definition.name, ")");
        put(definition.name, "?");
      }
      put(definition.name, "(");
      for (std::size_t at = each.begin; at < each.end; ++at) out_.push_back(cursor_.tokens[at]);
      put(definition.name, ")");
      if (!complete) put(definition.name, ":");
    }
    if (!complete) put(definition.name, no_case);
    put(definition.name, ";");
  }

  void put(const Token& where, std::string_view text) {
    Token token = made(text);
    token.range = where.range;
    out_.push_back(token);
  }

  Cursor& cursor_;
  std::pmr::vector<Definition> definitions_;
  std::pmr::vector<Token> out_;
  std::size_t middle_ = 0, middle_end_ = 0;  // the last operand of a condition
};

}  // namespace

std::pmr::vector<Token> ptx_as_c(Cursor& cursor) { return PtxReader(cursor).read(); }

}  // namespace tcviz::inline gpu_formula
