#include "gpu/language/c/preprocessor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "gpu/language/c/names.hpp"
#include "gpu/language/c/semantics.hpp"

namespace tcviz::inline gpu_c {
namespace {

using Tokens = std::span<const Token>;

constexpr std::size_t most_tokens = 200'000;
constexpr int deepest_macro = 64;
// Directives that say nothing of values. #error does if it is reached.
constexpr std::array<std::string_view, 6> ignored = {"include", "pragma", "warning", "line", "ident", "import"};

struct Macro {
  std::string_view name;
  Tokens body;
  std::pmr::vector<std::string_view> parameters;
  bool takes_arguments = false, busy = false;
};

// An #if: `active` if its present lines are read, `taken` if one of its branches was.
struct Branch {
  bool active = true, taken = true, outer = true;
};

// The value of #if's expression: 64 bits, names that are no macros are 0 (C17 6.10.1).
class Condition {
 public:
  explicit Condition(Tokens tokens) : tokens_(tokens) {}
  std::optional<std::int64_t> value() {
    const auto found = choice();
    return at_ == tokens_.size() ? found : std::nullopt;
  }

 private:
  using Number = std::optional<std::int64_t>;
  bool accept(std::string_view sign) {
    const bool found = at_ < tokens_.size() && tokens_[at_].text == sign;
    at_ += found;
    return found;
  }
  Number choice() {
    const Number condition = binary(1);
    if (!accept("?")) return condition;
    const Number first = choice();
    if (!accept(":")) return std::nullopt;
    const Number second = choice();
    return !condition ? condition : *condition ? first : second;
  }
  Number binary(int precedence) {
    Number left = unary();
    while (left && at_ < tokens_.size()) {
      const BinaryRow* const row = find_binary(tokens_[at_].text);
      if (row == nullptr || row->precedence < precedence) break;
      ++at_;
      left = apply(*row, left, binary(row->precedence + 1));
    }
    return left;
  }
  static Number apply(const BinaryRow& row, Number left, Number right) {
    if (!left || !right) return std::nullopt;
    if (row.typing == Typing::Logic) return row.op == Opcode::JumpIfZero ? *left && *right : *left || *right;
    Bits64 result = 0;
    if (row.swapped) std::swap(left, right);
    if (!compute_whole(row.op, Type::Long, cell_of(*left), cell_of(*right), result)) return std::nullopt;
    return value_in<std::int64_t>(result);
  }
  // True unless compilers define the name by themselves: its value is not known here; a few have the same everywhere.
  static bool is_plain(std::string_view name) { return !name.starts_with("__") && !name.ends_with("_VERSION"); }
  static Number of_compiler(std::string_view name, Number otherwise) {
    if (name == "__CUDACC__" || name == "__NVCC__") return 1;
    return name == "__cplusplus" ? 201703 : otherwise;
  }
  Number unary() {
    if (++depth_ > deepest_macro || at_ == tokens_.size()) return std::nullopt;
    Number value;
    if (accept("!")) {
      value = unary();
      if (value) value = *value == 0;
    } else if (accept("-")) {
      value = unary();
      if (value) value = value_in<std::int64_t>(0 - cell_of(*value));
    } else if (accept("~")) {
      value = unary();
      if (value) value = ~*value;
    } else if (accept("(")) {
      value = choice();
      if (!accept(")")) value.reset();
    } else {
      const Token& token = tokens_[at_++];
      if (token.kind == TokenKind::Number) value = static_cast<std::int64_t>(token.value);
      if (token.kind == TokenKind::Name && is_plain(token.text)) value = token.text == "true";
      if (token.kind == TokenKind::Name) value = of_compiler(token.text, value);
      if (token.kind == TokenKind::Number && tcviz::is_unsigned(token.type)) value.reset();  // all would be unsigned
    }
    --depth_;
    return value;
  }

  Tokens tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

class Preprocessor {
 public:
  Preprocessor(const PreprocessorInput& input, std::vector<Diagnostic>& diagnostics)
      : in_(input), diagnostics_(diagnostics), macros_(input.memory), branches_(input.memory), out_(input.memory) {}

  std::pmr::vector<Token> run() {
    std::size_t at = 0;
    while (at + 1 < in_.tokens.size()) {
      const std::size_t end = segment_end(at);
      if (is_directive(at))
        directive(in_.tokens.subspan(at, end - at));
      else if (is_active())
        expand(in_.tokens.subspan(at, end - at), out_, 0);
      at = end;
    }
    if (!branches_.empty()) complain(in_.tokens.back().range, "this #if has no #endif");
    out_.push_back(in_.tokens.back());
    return std::move(out_);
  }

 private:
  bool is_active() const { return branches_.empty() || branches_.back().active; }
  void complain(TextRange range, std::string message) { report(diagnostics_, {std::move(message), range, {}}); }

  // True if this token stands first on its line. A backslash before the line's end takes the line on.
  bool starts_line(std::size_t at) const {
    if (at == 0) return true;
    const std::size_t begin = in_.tokens[at - 1].range.end;
    const std::string_view gap = in_.text.substr(begin, in_.tokens[at].range.begin - begin);
    for (std::size_t end = gap.find('\n'); end != gap.npos; end = gap.find('\n', end + 1)) {
      const std::size_t before = end > 0 && gap[end - 1] == '\r' ? end - 1 : end;
      if (before == 0 || gap[before - 1] != '\\') return true;
    }
    return false;
  }
  bool is_directive(std::size_t at) const { return in_.tokens[at].text == "#" && starts_line(at); }
  // Returns the end of a directive's line, or of all up to the next directive.
  std::size_t segment_end(std::size_t at) const {
    const bool line = is_directive(at);
    for (++at; at + 1 < in_.tokens.size() && !(line ? starts_line(at) : is_directive(at));) ++at;
    return at;
  }

  void directive(Tokens line) {
    if (line.size() < 2) return;
    const std::string_view word = line[1].text;
    const Tokens rest = line.subspan(2);
    if (word == "if" || word == "ifdef" || word == "ifndef") return open(line[1], rest);
    if (word == "elif" || word == "else" || word == "endif") return turn(line[1], rest);
    if (!is_active() || std::ranges::find(ignored, word) != ignored.end()) return;
    if (word == "define") return define(line[1], rest);
    if (word == "undef") return undefine(rest);
    complain(join(line.front().range, line.back().range),
             word == "error" ? "the text ends here with an #error" : fmt::format("`#{}` is not followed here", word));
  }

  void open(const Token& word, Tokens rest) {
    const bool outer = is_active();
    const bool holds = outer && this->holds(word, rest);
    branches_.push_back({holds, holds, outer});
  }

  void turn(const Token& word, Tokens rest) {
    if (branches_.empty()) return complain(word.range, fmt::format("this #{} has no #if", word.text));
    if (word.text == "endif") return branches_.pop_back();
    const bool may = branches_.back().outer && !branches_.back().taken;
    const bool active = may && (word.text == "else" || holds(word, rest));
    branches_.back().active = active;
    branches_.back().taken = branches_.back().taken || active;
  }

  bool is_defined(const Token& name) {
    if (name.text == "__CUDA_ARCH__") return know_arch(name), in_.cuda_arch != 0;
    return name.text == "__CUDACC__" || name.text == "__NVCC__" || name.text == "__cplusplus" ||
           find(name.text) != nullptr;
  }

  void know_arch(const Token& name) {
    if (in_.cuda_arch == 0)
      complain(name.range,
               "__CUDA_ARCH__ depends on the device, and none is known for this layout: choose one, as in --device "
               "recorded:sm_90");
  }

  bool holds(const Token& word, Tokens rest) {
    if (rest.empty()) return complain(word.range, fmt::format("this #{} has no condition", word.text)), false;
    if (word.text == "ifdef") return is_defined(rest[0]);
    if (word.text == "ifndef") return !is_defined(rest[0]);
    std::pmr::vector<Token> plain(in_.memory), expanded(in_.memory);
    for (std::size_t at = 0; at < rest.size(); ++at) {
      plain.push_back(rest[at]);
      if (rest[at].text != "defined") continue;
      const std::size_t name = at + 1 < rest.size() && rest[at + 1].text == "(" ? at + 2 : at + 1;
      if (name >= rest.size()) break;
      plain.back().kind = TokenKind::Number;
      plain.back().value = is_defined(rest[name]);
      at = name == at + 2 ? name + 1 : name;
    }
    expand(plain, expanded, 0);
    const auto value = Condition(expanded).value();
    if (!value) complain(join(rest.front().range, rest.back().range), "this condition cannot be followed");
    return value.value_or(0) != 0;
  }

  void define(const Token& word, Tokens rest) {
    if (rest.empty() || rest[0].kind != TokenKind::Name) return complain(word.range, "this #define has no name");
    Macro macro{rest[0].text, rest.subspan(1), std::pmr::vector<std::string_view>(in_.memory)};
    const bool touches = rest.size() > 1 && rest[1].text == "(" && rest[1].range.begin == rest[0].range.end;
    if (touches) {
      macro.takes_arguments = true;
      std::size_t at = 2;
      for (; at < rest.size() && rest[at].text != ")"; ++at)
        if (rest[at].text != ",") macro.parameters.push_back(rest[at].text);
      macro.body = rest.subspan(std::min(at + 1, rest.size()));
    }
    undefine(rest);
    macros_.push_back(std::move(macro));
  }

  void undefine(Tokens rest) {
    if (rest.empty()) return;
    std::erase_if(macros_, [&](const Macro& each) { return each.name == rest[0].text; });
  }

  Macro* find(std::string_view name) {
    const auto found = std::ranges::find(macros_, name, &Macro::name);
    return found == macros_.end() ? nullptr : &*found;
  }

  void add(const Token& token, std::pmr::vector<Token>& to) {
    if (to.size() == most_tokens)
      return complain(token.range, fmt::format("macros make more than {} words of this", most_tokens));
    if (to.size() < most_tokens) to.push_back(token);
  }

  void expand(Tokens tokens, std::pmr::vector<Token>& to, int depth) {
    for (std::size_t at = 0; at < tokens.size() && to.size() < most_tokens; ++at) {
      const Token& token = tokens[at];
      Macro* const macro = token.kind == TokenKind::Name ? find(token.text) : nullptr;
      const bool called = at + 1 < tokens.size() && tokens[at + 1].text == "(";
      if (token.kind == TokenKind::Name && token.text == "__CUDA_ARCH__") {
        arch(token, to);
      } else if (macro == nullptr || macro->busy || depth > deepest_macro || (macro->takes_arguments && !called)) {
        add(token, to);
      } else {
        at = use(*macro, tokens, at, to, depth);
      }
    }
  }

  void arch(Token token, std::pmr::vector<Token>& to) {
    know_arch(token);
    token.kind = TokenKind::Number;
    token.value = static_cast<std::uint64_t>(in_.cuda_arch);
    add(token, to);
  }

  // Replaces a use of the macro. Returns the place of the use's last token.
  std::size_t use(Macro& macro, Tokens tokens, std::size_t at, std::pmr::vector<Token>& to, int depth) {
    std::size_t end = at;
    std::pmr::vector<Tokens> arguments(in_.memory);
    if (macro.takes_arguments) end = read_arguments(tokens, at + 1, arguments);
    const TextRange range = join(tokens[at].range, tokens[end].range);
    if (macro.parameters.size() == 0 && arguments.size() == 1 && arguments[0].empty()) arguments.clear();
    if (std::ranges::find(macro.parameters, ".") != macro.parameters.end())
      return complain(range, fmt::format("the macro `{}` takes any number of arguments, which is not followed here",
                                         macro.name.substr(0, 40))),
             end;
    if (arguments.size() != macro.parameters.size()) {
      complain(range, fmt::format("the macro `{}` takes {} arguments, not {}", macro.name.substr(0, 40),
                                  macro.parameters.size(), arguments.size()));
      return end;
    }
    std::pmr::vector<Token> body(in_.memory);
    for (const Token& token : macro.body) {
      if (token.text == "#" || token.text == "##" || token.text == "__VA_ARGS__")
        complain(range,
                 fmt::format("`{}` in the macro `{}` is not followed here", token.text, macro.name.substr(0, 40)));
      const auto parameter = std::ranges::find(macro.parameters, token.text);
      if (token.kind == TokenKind::Name && parameter != macro.parameters.end()) {
        expand(arguments[static_cast<std::size_t>(parameter - macro.parameters.begin())], body, depth + 1);
      } else {
        add(token, body);
      }
    }
    for (Token& token : body) token.range = range;
    const std::size_t number = static_cast<std::size_t>(&macro - macros_.data());
    macros_[number].busy = true;
    expand(body, to, depth + 1);
    macros_[number].busy = false;
    return end;
  }

  // Reads a macro's arguments: "(" is at `open`. Returns the place of the ")".
  std::size_t read_arguments(Tokens tokens, std::size_t open, std::pmr::vector<Tokens>& arguments) {
    int depth = 0;
    std::size_t first = open + 1;
    for (std::size_t at = open; at < tokens.size(); ++at) {
      const std::string_view text = tokens[at].text;
      depth += (text == "(") - (text == ")");
      const bool ends = depth == 0;
      if (!ends && !(depth == 1 && text == "," && tokens[at].kind == TokenKind::Sign)) continue;
      arguments.push_back(tokens.subspan(first, at - first));
      first = at + 1;
      if (ends) return at;
    }
    complain(tokens[open].range, "this ( has no `)`");
    return tokens.size() - 1;
  }

  const PreprocessorInput& in_;
  std::vector<Diagnostic>& diagnostics_;
  std::pmr::vector<Macro> macros_;
  std::pmr::vector<Branch> branches_;
  std::pmr::vector<Token> out_;
};

}  // namespace

bool needs_preprocessor(std::span<const Token> tokens) {
  return std::ranges::any_of(tokens, [](const Token& token) {
    return token.text == "#" || (token.kind == TokenKind::Name && token.text == "__CUDA_ARCH__");
  });
}

std::pmr::vector<Token> preprocess(const PreprocessorInput& input, std::vector<Diagnostic>& diagnostics) {
  return Preprocessor(input, diagnostics).run();
}

std::optional<std::int64_t> value_of_condition(std::span<const Token> tokens) { return Condition(tokens).value(); }

}  // namespace tcviz::inline gpu_c
