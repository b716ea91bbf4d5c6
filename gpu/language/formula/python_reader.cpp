// Rewrites Python's functions as C's: def row(tid, i): return tid // 4. Statements are assignments, if, and return; any
// other is refused by its name.
#include <fmt/format.h>

#include <algorithm>

#include "gpu/language/formula/notations.hpp"
#include "gpu/language/formula/python_writer.hpp"

namespace tcviz::inline gpu_formula {
namespace {

constexpr std::array<std::string_view, 12> augmented = {"+", "-", "*", "%", "&", "|", "^", "//", "<<", ">>", "**", "/"};

class PythonReader {
 public:
  PythonReader(const NotationText& text, AsC& to)
      : text_(text),
        to_(to),
        words_(text.text, *text.diagnostics, text.memory),
        names_(text.memory),
        lists_(text.memory),
        writer_(words_, names_, to) {}

  void read() {
    while (!words_.at_end()) outside();
    if (!words_.failed() && to_.tokens.empty())
      text_.complain({0, static_cast<std::uint32_t>(text_.text.size())},
                     fmt::format("there is no function here: {}", example()));
    const auto size = static_cast<std::uint32_t>(text_.text.size());
    to_.functions = true;
    to_.end({size, size});
  }

 private:
  std::string_view example() const {
    return text_.inputs == Inputs::Tile ? "def offset(row, col): ..." : "def row(tid, i): ...";
  }

  // Reads a line between functions: imports, constants, lists, lambdas.
  void outside() {
    const TextWord line = words_.next();
    if (line.kind != WordKind::Line)
      return words_.complain(line.range, fmt::format("{} is not followed here", said_of(line)));
    const TextWord word = words_.peek();
    if (word.is("def")) return function(line.value);
    if (word.is("import") || word.is("from") || word.is("@") || word.kind == WordKind::String) return skip_line();
    if (word.kind != WordKind::Name || !words_.peek(1).is("="))
      return words_.complain(word.range,
                             fmt::format("{} is not followed here: give functions, as {}", said_of(word), example()));
    words_.next();
    words_.next();
    if (words_.peek().is("lambda")) return lambda(word);
    if (words_.peek().is("[") || words_.peek().is("(")) return list(word);
    PythonName constant;
    constant.name = word.text;
    constant.kind = PythonName::Kind::Constant;
    constant.first = words_.trees.size();
    constant.tree = read_python_expression(words_);
    constant.count = words_.trees.size() - constant.first;
    end_line();
    if (writer_.is_new(constant, word.range)) names_.push_back(constant);
  }

  void skip_line() {
    while (words_.peek().kind != WordKind::Line && words_.peek().kind != WordKind::End) words_.next();
  }
  void end_line() {
    if (words_.accept(";")) return;
    if (!words_.at_line_end())
      words_.complain(words_.peek().range, fmt::format("expected the end of the line, not {}", said_of(words_.peek())));
  }

  // Reads MAP = [0, 1, ...].
  void list(const TextWord& name) {
    PythonName found;
    found.name = name.text;
    found.kind = PythonName::Kind::List;
    found.first = lists_.size();
    const std::string_view close = words_.next().is("[") ? "]" : ")";
    while (!words_.failed() && !words_.accept(close)) {
      const TextWord& number = words_.next();
      const bool minus = number.is("-") && words_.peek().kind == WordKind::Number;
      const TextWord& value = minus ? words_.next() : number;
      if (value.kind != WordKind::Number)
        words_.complain(value.range, fmt::format("expected a number, not {}", said_of(value)));
      lists_.push_back({minus, value.value, value.range});
      if (!words_.peek().is(close)) words_.expect(",");
    }
    found.count = lists_.size() - found.first;
    end_line();
    names_.push_back(found);
  }

  void lambda(const TextWord& name) {
    words_.next();
    parameters(":");
    words_.expect(":");
    const std::uint32_t value = read_python_expression(words_);
    end_line();
    if (words_.failed()) return;
    head(name.text, name.range);
    result(value);
    to_.sign("}", name.range);
  }

  // Reads def name(a, b: int) -> int: body.
  void function(std::uint32_t indentation) {
    const TextWord def = words_.next(), name = words_.next();
    if (name.kind != WordKind::Name) return words_.complain(name.range, "expected a function's name after def");
    words_.expect("(");
    parameters(")");
    words_.expect(")");
    if (words_.accept("-")) {
      words_.expect(">");
      while (!words_.at_line_end() && !words_.peek().is(":")) words_.next();
    }
    words_.expect(":");
    if (words_.failed()) return;
    const std::size_t begin = words_.place();  // a function with two results is written twice
    const std::size_t known = names_.size();
    const int results = write_function(name.text, def.range, indentation, 0);
    if (results != 2) words_.functions.push_back(name.text);
    if (results != 2 || words_.failed()) return names_.resize(known);
    to_.tokens.resize(function_begin_);
    for (int which = 1; which <= 2; ++which) {
      names_.resize(known);
      words_.go_back_to(begin);
      write_function(which == 1 ? "row" : "col", def.range, indentation, which);
    }
    names_.resize(known);
  }

  // Writes a function that returns one value, and returns the number of values that the text's own returns. `which`:
  // the one that is wanted; 0: the only one.
  int write_function(std::string_view name, TextRange range, std::uint32_t indentation, int which) {
    which_ = which;
    results_ = 0;
    function_begin_ = to_.tokens.size();
    head(name, range);
    declare_locals(indentation);
    block(indentation);
    to_.sign("}", range);
    if (!words_.failed() && results_ == 0) words_.complain(range, "this function returns nothing");
    return results_;
  }

  void parameters(std::string_view close) {
    parameters_.clear();
    while (!words_.at_line_end() && !words_.peek().is(close)) {
      const TextWord name = words_.next();
      if (name.kind != WordKind::Name)
        return words_.complain(name.range, fmt::format("expected a parameter, not {}", said_of(name)));
      parameters_.push_back(name);
      if (close == ")" && words_.accept(":")) words_.next();  // a type
      if (words_.peek().is("=")) return words_.complain(words_.peek().range, "a default value is not followed here");
      if (!words_.peek().is(close)) words_.expect(",");
    }
  }

  // Writes int name(int tid, int i) {, with the lists that the text has.
  void head(std::string_view name, TextRange range) {
    to_.name("int", range);
    to_.name(name, range);
    to_.sign("(", range);
    for (const TextWord& parameter : parameters_) {
      if (&parameter != &parameters_.front()) to_.sign(",", parameter.range);
      to_.name("int", parameter.range);
      to_.name(parameter.text, parameter.range);
    }
    to_.sign(")", range);
    to_.sign("{", range);
    for (const PythonName& each : names_)
      if (each.kind == PythonName::Kind::List)
        writer_.write_list(each, std::span(lists_).subspan(each.first, each.count), range);
  }

  // Declares Python's locals, which belong to the whole function: each at its beginning, without a value.
  void declare_locals(std::uint32_t indentation) {
    for (std::size_t ahead = 0; words_.peek(ahead).kind != WordKind::End; ++ahead) {
      const TextWord& word = words_.peek(ahead);
      if (word.kind == WordKind::Line && word.value <= indentation) return;
      if (assigns(ahead)) declare(word);
    }
  }
  // True at name = ..., name += ..., and at the names of a, b = ...
  bool assigns(std::size_t ahead) const {
    const TextWord& word = words_.peek(ahead);
    if (word.kind != WordKind::Name) return false;
    const TextWord &before = ahead == 0 ? words_.peek() : words_.peek(ahead - 1), &behind = words_.peek(ahead + 1);
    const bool begins = before.kind == WordKind::Line || before.is(";") || before.is(":");
    if (behind.is("=") && !words_.peek(ahead + 2).is("=")) return begins || before.is(",");
    if (begins && behind.is(",")) return true;
    return begins && behind.kind == WordKind::Sign &&
           (words_.peek(ahead + 2).is("=") || words_.peek(ahead + 3).is("=")) && !behind.is("=") && !behind.is("(") &&
           !behind.is(":");
  }
  void declare(const TextWord& word) {
    const auto is_it = [&](const TextWord& parameter) { return parameter.text == word.text; };
    if (writer_.find(word.text) != nullptr || std::ranges::any_of(parameters_, is_it)) return;
    names_.push_back({word.text, PythonName::Kind::Local, 0, 0, 0, true});
    to_.name("int", word.range);
    to_.name(word.text, word.range);
    to_.sign(";", word.range);
  }

  // Reads the statements behind a colon: in the same line, or in lines that are indented more.
  void block(std::uint32_t indentation) {
    if (words_.peek().kind != WordKind::Line) {
      while (!words_.at_line_end() && !words_.failed()) statement(indentation);
      return;
    }
    if (words_.peek().value <= indentation) return words_.complain(words_.peek().range, "expected an indented block");
    while (!words_.failed() && words_.peek().kind == WordKind::Line && words_.peek().value > indentation) {
      const std::uint32_t inner = words_.next().value;
      do statement(inner);
      while (!words_.failed() && !words_.at_line_end());
    }
  }

  void statement(std::uint32_t indentation) {
    const TextWord word = words_.peek();
    if (words_.accept("pass")) return end_line();
    if (word.kind == WordKind::String) return skip_line();
    if (words_.accept("return")) return returned();
    if (words_.accept("if")) return branch(word, indentation);
    if (word.kind == WordKind::Name) {
      if (words_.peek(1).is(",")) return pair(word);
      if (words_.peek(1).is("=") && !words_.peek(2).is("=")) return words_.next(), words_.next(), assigned(word, {});
      for (const std::string_view sign : augmented)
        if (at_augmented(sign)) return augment(word, sign);
    }
    words_.complain(word.range,
                    fmt::format("{} is not followed in Python here: assignments, if and return are", said_of(word)));
  }

  bool at_augmented(std::string_view sign) const {
    const std::size_t length = sign.size();
    for (std::size_t n = 0; n < length; ++n)
      if (!words_.peek(1 + n).is(sign.substr(n, 1))) return false;
    return words_.peek(1 + length).is("=") && !words_.peek(2 + length).is("=");
  }

  void augment(const TextWord& name, std::string_view sign) {
    for (std::size_t n = 0; n < sign.size() + 2; ++n) words_.next();
    assigned(name, sign);
  }

  // Writes name = value; with a sign name = name sign value.
  void assigned(const TextWord& name, std::string_view sign) {
    std::uint32_t value = read_python_expression(words_);
    if (!sign.empty()) {
      PythonExpression of;
      of.kind = PythonNode::Name;
      of.text = name.text;
      of.range = name.range;
      words_.trees.push_back(of);
      PythonExpression whole;
      whole.kind = PythonNode::Binary;
      whole.text = sign;
      whole.range = join(name.range, words_.trees[value].range);
      whole.parts = {static_cast<std::uint32_t>(words_.trees.size() - 1), value};
      whole.count = 2;
      words_.trees.push_back(whole);
      value = static_cast<std::uint32_t>(words_.trees.size() - 1);
    }
    store(name, value);
    end_line();
  }

  void store(const TextWord& name, std::uint32_t value) {
    if (words_.failed()) return;
    PythonName* const local = writer_.find(name.text);
    if (local != nullptr && local->kind != PythonName::Kind::Local)
      return words_.complain(name.range, "this name is a constant above; give the local another");
    const bool never = writer_.never_negative(value);
    to_.name(name.text, name.range);
    to_.sign("=", name.range);
    writer_.write(value);
    to_.sign(";", name.range);
    if (local != nullptr) local->never_negative = local->never_negative && never;
    if (local == nullptr && !never)
      words_.complain(name.range, "a parameter is given a value that may be negative: give that another name");
  }

  // Reads a, b = x, y; the second value may not need the first name, which has its new value by then.
  void pair(const TextWord& first) {
    words_.next();
    words_.next();
    const TextWord second = words_.next();
    if (second.kind != WordKind::Name) return words_.complain(second.range, "expected a second name");
    words_.expect("=");
    const std::uint32_t value = read_python_expression(words_);
    words_.expect(",");
    const std::size_t trees = words_.trees.size();
    const std::uint32_t other = read_python_expression(words_);
    for (std::size_t at = trees; at < words_.trees.size(); ++at)
      if (words_.trees[at].kind == PythonNode::Name && words_.trees[at].text == first.text)
        return words_.complain(first.range,
                               "both values are computed before either name has its new one: use two lines");
    store(first, value);
    store(second, other);
    end_line();
  }

  void returned() {
    const bool braces = words_.peek().is("(") && encloses_pair();
    if (braces) words_.next();
    const std::uint32_t first = read_python_expression(words_);
    int results = 1;
    std::uint32_t wanted = first;
    if (words_.accept(",")) {
      results = 2;
      const std::uint32_t second = read_python_expression(words_);
      if (which_ == 2) wanted = second;
    }
    if (braces) words_.expect(")");
    end_line();
    if (results_ != 0 && results_ != results)
      words_.complain(words_.trees[first].range, "one return has two values, another one");
    results_ = results;
    if (!words_.failed()) result(wanted);
  }

  // True at return (a, b): the parentheses are those of the pair.
  bool encloses_pair() const {
    int depth = 0;
    bool comma = false;
    for (std::size_t ahead = 0;; ++ahead) {
      const TextWord& word = words_.peek(ahead);
      if (word.kind == WordKind::End || word.kind == WordKind::Line) return false;
      depth += word.is("(") - word.is(")");
      comma = comma || (depth == 1 && word.is(","));
      if (depth == 0)
        return comma && (words_.peek(ahead + 1).kind == WordKind::Line || words_.peek(ahead + 1).kind == WordKind::End);
    }
  }

  void result(std::uint32_t value) {
    const TextRange range = words_.trees[value].range;
    to_.name("return", range);
    writer_.write(value);
    to_.sign(";", range);
  }

  void branch(const TextWord& word, std::uint32_t indentation) {
    to_.name("if", word.range);
    condition();
    braced(word, indentation);
    for (;;) {
      const bool here = words_.peek().kind == WordKind::Line && words_.peek().value == indentation;
      if (!here || !(words_.peek(1).is("elif") || words_.peek(1).is("else")) || words_.failed()) return;
      words_.next();
      const TextWord other = words_.next();
      to_.name("else", other.range);
      if (other.is("elif")) {
        to_.name("if", other.range);
        condition();
      } else {
        words_.expect(":");
      }
      braced(other, indentation);
    }
  }

  void condition() {
    const std::uint32_t value = read_python_expression(words_);
    words_.expect(":");
    if (!words_.failed()) writer_.write(value);
  }
  void braced(const TextWord& word, std::uint32_t indentation) {
    to_.sign("{", word.range);
    block(indentation);
    to_.sign("}", word.range);
  }

  const NotationText& text_;
  AsC& to_;
  PythonWords words_;
  std::pmr::vector<PythonName> names_;
  std::pmr::vector<PythonListNumber> lists_;
  std::pmr::vector<TextWord> parameters_{text_.memory};
  PythonWriter writer_;
  std::size_t function_begin_ = 0;
  int which_ = 0, results_ = 0;
};

}  // namespace

void python_as_c(const NotationText& text, AsC& to) { PythonReader(text, to).read(); }

}  // namespace tcviz::inline gpu_formula
