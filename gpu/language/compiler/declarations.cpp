#include "gpu/language/compiler/declarations.hpp"

#include <algorithm>
#include <array>

#include "gpu/language/c/preprocessor.hpp"

namespace tcviz::inline gpu_compiler {
namespace {

template <std::size_t N>
bool is_any(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

constexpr auto with_parentheses = std::to_array<std::string_view>(
    {"__launch_bounds__", "__attribute__", "alignas", "decltype", "__align__", "explicit", "noexcept", "requires"});
constexpr auto control_words =
    std::to_array<std::string_view>({"if", "for", "while", "do", "switch", "return", "else", "case"});
constexpr auto whole_types = std::to_array<std::string_view>(
    {"int",          "unsigned",      "long",         "short",   "size_t",        "std::size_t", "int32_t", "uint32_t",
     "int64_t",      "uint64_t",      "auto",         "uint",    "int16_t",       "uint16_t",    "uint8_t", "int8_t",
     "std::int32_t", "std::uint32_t", "std::int64_t", "index_t", "std::uint64_t", "uint16_t",    "char"});

class DeclarationReader {
 public:
  explicit DeclarationReader(Declarations& found) : found_(found), tokens_(found.tokens) {}

  void read() {
    while (!at_end()) level();
  }

 private:
  struct Level {
    std::string scope;  // with its ::
    bool is_record = false, needs_arguments = false;
    std::string record;
  };
  struct Head {
    std::size_t begin = 0;
    bool any_template = false, needs_arguments = false;
    std::vector<std::string> parameters;  // of the template, without a default
  };

  const Token& now() const { return tokens_[std::min(at_, tokens_.size() - 1)]; }
  bool is(std::string_view text) const { return !at_end() && now().text == text; }
  bool at_end() const { return at_ + 1 >= tokens_.size(); }

  // Goes behind the bracket that closes the one at `at_`.
  void skip_brackets() {
    int depth = 0;
    do {
      const std::string_view text = now().text;
      depth += text == "(" || text == "[" || text == "{";
      depth -= text == ")" || text == "]" || text == "}";
      ++at_;
    } while (depth > 0 && !at_end());
  }
  void skip_angles() {
    int depth = 0;
    do {
      const Token& token = now();
      if (token.text == "(" || token.text == "{" || token.text == "[") {
        skip_brackets();
        continue;
      }
      if (token.kind == TokenKind::Sign && token.text.find('=') == token.text.npos) {
        depth += static_cast<int>(std::ranges::count(token.text, '<'));
        if (token.text != "->") depth -= static_cast<int>(std::ranges::count(token.text, '>'));
      }
      ++at_;
    } while (depth > 0 && !at_end());
  }
  void skip_to_semicolon() {
    while (!at_end() && !is(";") && !is("}"))
      if (is("(") || is("[") || is("{"))
        skip_brackets();
      else
        ++at_;
    if (is(";")) ++at_;
  }

  void level() {
    const std::size_t begin = at_;
    if (is("}")) {
      if (!levels_.empty()) levels_.pop_back();
      ++at_;
      return;
    }
    if (is(";") || is(":")) return void(++at_);
    if (is("public") || is("private") || is("protected")) return void(++at_);
    const std::size_t functions = found_.functions.size(), depth = levels_.size();
    variables_.clear();
    statement_ = declares_ = false;
    item();
    if (at_ == begin) ++at_;
    if (depth > 0 || levels_.size() > depth) return;
    DeclaredItem item{
        join(tokens_[begin].range, tokens_[at_ - 1].range), begin, at_, variables_, statement_, declares_};
    item.is_statement = item.is_statement && found_.functions.size() == functions;
    found_.items.push_back(item);
  }

  void item() {
    Head head{at_, false, false, {}};
    while (is("template")) template_head(head);
    if (is("namespace") || (is("inline") && tokens_[at_ + 1].text == "namespace")) return open_namespace();
    if (is("extern") && tokens_[at_ + 1].kind == TokenKind::String) {
      at_ += 2;
      if (is("{")) open({scope(), in_record(), false, ""});
      return;
    }
    for (const std::string_view word : {"using", "typedef", "static_assert", "friend", "enum", "template"})
      if (is(word)) return skip_to_semicolon();
    if (is("struct") || is("class") || is("union"))
      if (open_record(head)) return;
    if (is_any(now().text, control_words)) {
      statement_ = true;
      return control();
    }
    declaration(head);
  }

  // Passes over if (...) {...} else ..., for (...) ...;
  void control() {
    const bool loop = is("do");
    ++at_;
    if (is("(")) skip_brackets();
    if (is("{"))
      skip_brackets();
    else
      skip_to_semicolon();
    if (is("else") || loop) control_rest();
  }
  void control_rest() {
    ++at_;
    if (is("if")) return control();
    if (is("{")) return skip_brackets();
    skip_to_semicolon();
  }

  // Reads template <int M, class T = int>: a call must name M.
  void template_head(Head& head) {
    ++at_;
    if (!is("<")) return;
    const std::size_t begin = at_;
    skip_angles();
    head.any_template = true;
    bool given = false;
    int depth = 0;
    std::string_view last;
    for (std::size_t at = begin + 1; at < at_; ++at) {
      const Token& token = tokens_[at];
      const bool end = depth == 0 && (token.text == "," || at + 1 == at_);
      if (end && !last.empty() && !given) head.parameters.emplace_back(last);
      if (end) given = false, last = {};
      depth += token.text == "<" || token.text == "(";
      depth -= token.text == ">" || token.text == ")";
      given = given || (depth == 0 && token.text == "=") || token.text == "...";
      if (token.kind == TokenKind::Name && !given) last = token.text;
    }
    head.needs_arguments = !head.parameters.empty();
  }

  void open(Level level) {
    levels_.push_back(std::move(level));
    ++at_;
  }
  std::string scope() const { return levels_.empty() ? std::string() : levels_.back().scope; }
  bool in_record() const { return !levels_.empty() && levels_.back().is_record; }

  void open_namespace() {
    while (!at_end() && !is("namespace")) ++at_;
    ++at_;
    std::string name;
    while (!at_end() && !is("{") && !is(";")) name += now().text, ++at_;
    if (!is("{")) return;
    open({scope() + name + (name.empty() ? "" : "::"), false, false, ""});
  }

  bool open_record(const Head& head) {
    std::size_t ahead = at_ + 1;
    std::string name;
    bool is_special = false;
    for (; ahead + 1 < tokens_.size(); ++ahead) {
      const std::string_view text = tokens_[ahead].text;
      if (text == "{" || text == ";" || text == "(" || text == "=" || text == ":") break;
      is_special = is_special || text == "<";
      if (tokens_[ahead].kind == TokenKind::Name && !is_special && text != "final") name = text;
    }
    while (ahead + 1 < tokens_.size() && tokens_[ahead].text == ":")  // its bases
      while (ahead + 1 < tokens_.size() && tokens_[ahead].text != "{" && tokens_[ahead].text != ";") ++ahead;
    if (tokens_[ahead].text != "{") return false;
    at_ = ahead;
    const bool outer = !levels_.empty() && levels_.back().needs_arguments;
    const std::string arguments = head.any_template ? "<>" : "";
    open({scope() + name + arguments + "::", true, outer || head.needs_arguments || is_special, name});
    return true;
  }

  void declaration(const Head& head) {
    const std::size_t begin = at_;
    DeclaredFunction function;
    bool has_parameters = false, steps = false;
    std::size_t names = 0, last_name = tokens_.size() - 1;
    while (!at_end() && !is(";") && !is("}")) {
      const Token& token = now();
      if (assigns(token) && !has_parameters) return initialised(head, last_name, names);
      steps = steps || token.text == "++" || token.text == "--";
      if (token.kind == TokenKind::Name && is_any(token.text, with_parentheses)) {
        ++at_;
        if (is("(")) skip_brackets();
        continue;
      }
      if (token.text == "operator") return skip_operator();
      if (token.text == "(" && !has_parameters && last_name + 1 == at_) {
        has_parameters = true;
        function.name = tokens_[last_name].text;
        parameters(function);
        continue;
      }
      if (token.text == "<" && !has_parameters) {
        skip_angles();
        continue;
      }
      if (token.text == "{" && has_parameters) return defined(function, head, begin);
      if (token.text == "{" || token.text == "[" || token.text == "(") {
        if (token.text == "{" && names > 1) variables_.emplace_back(tokens_[last_name].text), declares_ = true;
        skip_brackets();
        continue;
      }
      if (token.kind == TokenKind::Name && !has_parameters) last_name = at_, ++names;
      ++at_;
    }
    if (is(";")) ++at_;
    statement_ = !has_parameters || names <= 1;
    if (steps && names == 1) variables_.emplace_back(tokens_[last_name].text);  // ++n;
  }

  // True for =, += and the like.
  static bool assigns(const Token& token) {
    constexpr auto compares = std::to_array<std::string_view>({"==", "!=", "<=", ">="});
    return token.kind == TokenKind::Sign && token.text.ends_with("=") &&
           std::ranges::find(compares, token.text) == compares.end();
  }

  void skip_operator() {
    while (!at_end() && !is("{") && !is(";")) ++at_;
    if (is("{"))
      skip_brackets();
    else
      ++at_;
  }

  // Reads int row = ...;, row += ...;, auto f = [](int tid) {...};
  void initialised(const Head& head, std::size_t last_name, std::size_t names) {
    if (last_name + 1 < tokens_.size()) variables_.emplace_back(tokens_[last_name].text);
    declares_ = names > 1;
    statement_ = true;
    const std::size_t equals = at_++;
    DeclaredFunction function;
    function.name = variables_.empty() ? std::string() : variables_.front();
    const bool lambda = is("[");
    if (lambda) {
      const bool captures = tokens_[at_ + 1].text != "]";
      skip_brackets();
      if (is("(")) parameters(function);
      while (!at_end() && !is("{") && !is(";")) ++at_;
      function.is_lambda = true;
      if (is("{") && !captures && head.begin < equals) add(function, head, equals);
    }
    while (!at_end() && !is(";") && !is("}")) {
      if (is("(") || is("[") || is("{")) {
        skip_brackets();
        continue;
      }
      const bool next = is(",") && declares_ && tokens_[at_ + 1].kind == TokenKind::Name;
      if (next) variables_.emplace_back(tokens_[at_ + 1].text);
      ++at_;
    }
    if (is(";")) ++at_;
  }

  void defined(DeclaredFunction& function, const Head& head, std::size_t begin) {
    for (std::size_t at = head.begin; at < at_; ++at) {
      function.is_static = function.is_static || tokens_[at].text == "static";
      function.is_kernel = function.is_kernel || tokens_[at].text == "__global__";
    }
    const bool constructs = in_record() && function.name == levels_.back().record;
    if (constructs || begin == at_) return skip_brackets();
    add(function, head, begin);
  }

  // Adds a function; the place is at its body.
  void add(DeclaredFunction& function, const Head& head, std::size_t begin) {
    function.scope = scope();
    function.is_member = in_record();
    function.body_begin = at_;
    skip_brackets();
    function.body_end = at_;
    function.needs_arguments = in_record() && levels_.back().needs_arguments;
    for (const std::string& each : head.parameters) {
      bool told = false;
      for (std::size_t at = begin; at < function.body_begin; ++at)
        told = told || (tokens_[at].text == each && tokens_[at + 1].kind == TokenKind::Name && at > begin);
      function.needs_arguments = function.needs_arguments || !told;
    }
    found_.functions.push_back(std::move(function));
  }

  // Reads (int tid, const int i = 0, int& row).
  void parameters(DeclaredFunction& function) {
    const std::size_t begin = at_ + 1;
    skip_brackets();
    std::size_t from = begin;
    int depth = 0;
    for (std::size_t at = begin; at < at_; ++at) {
      const std::string_view text = tokens_[at].text;
      if (depth == 0 && (text == "," || at + 1 == at_)) {
        if (at > from) function.parameters.push_back(parameter(from, at));
        from = at + 1;
      }
      depth += text == "(" || text == "[" || text == "{" || text == "<";
      depth -= text == ")" || text == "]" || text == "}" || text == ">";
    }
    const auto is_void = [](const DeclaredParameter& each) { return each.name == "void"; };
    std::erase_if(function.parameters, is_void);
  }

  DeclaredParameter parameter(std::size_t begin, std::size_t end) const {
    DeclaredParameter found;
    bool is_const = false, refers = false, is_whole = false;
    std::size_t names = 0;
    for (std::size_t at = begin; at < end; ++at) {
      const Token& token = tokens_[at];
      if (token.text == "=") {
        found.has_default = true;
        break;
      }
      refers = refers || token.text == "&" || token.text == "*" || token.text == "[";
      is_const = is_const || token.text == "const";
      if (token.kind != TokenKind::Name || token.text == "const") continue;
      is_whole = is_whole || is_any(token.text, whole_types);
      ++names;
      found.name = token.text;
    }
    if (names == 1 && (is_whole || found.name == "void")) found.name = found.name == "void" && !refers ? "void" : "";
    found.gives_result = refers && !is_const && is_whole;
    found.is_memory = refers && !is_whole;
    return found;
  }

  Declarations& found_;
  const std::vector<Token>& tokens_;
  std::vector<Level> levels_;
  std::size_t at_ = 0;
  std::vector<std::string> variables_;
  bool statement_ = false, declares_ = false;
};

}  // namespace

void read_declarations(std::string_view text, int cuda_arch, Declarations& found) {
  std::vector<Diagnostic> ignored;
  read_tokens(text, found.tokens, ignored, Fractions::Read);
  if (needs_preprocessor(found.tokens)) {
    const auto tokens = preprocess({text, found.tokens, cuda_arch, &found.memory}, ignored);
    found.tokens.assign(tokens.begin(), tokens.end());
  }
  if (found.tokens.empty()) found.tokens.push_back({});
  DeclarationReader(found).read();
}

}  // namespace tcviz::inline gpu_compiler
