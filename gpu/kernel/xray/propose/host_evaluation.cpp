#include "gpu/kernel/xray/propose/host_evaluation.hpp"

#include <algorithm>
#include <array>

#include "gpu/kernel/xray/propose/host_types.hpp"
#include "gpu/language/c/preprocessor.hpp"

namespace tcviz::inline gpu_xray {
namespace {

constexpr int most_depth = 24, most_lookups = 20'000;
constexpr int lookups_of_call = 50;              // a call is looked for in the whole text
constexpr std::size_t longest_expression = 500;  // tokens

// Returns the bytes of a type; 0: it is not known.
int size_of(std::string_view type) {
  const HostType* const found = host_type(type);
  return found == nullptr ? 0 : found->bytes;
}

// Words of a cast such as (int) or (unsigned long), which changes no value here.
bool is_type_word(const Token& token) {
  return is_name(token) && (size_of(token.text) > 0 || token.text == "const" || token.text == "signed");
}

Token number_token(std::int64_t value) {
  Token token;
  token.kind = TokenKind::Number;
  token.type = Type::Long;
  token.value = static_cast<std::uint64_t>(value);
  token.text = "0";
  return token;
}

std::int64_t divided_up(std::int64_t of, std::int64_t by) { return of / by + (of % by > 0 ? 1 : 0); }

// Computes one expression: replaces names, calls and casts by numbers, and leaves the operators to the preprocessor.
class Evaluation {
 public:
  Evaluation(const HostText& text, const KnownValues& known) : text_(text), known_(known) {}

  std::optional<std::int64_t> value(TokenRange range) {
    if (range.begin >= range.end || range.end - range.begin > longest_expression || depth_ > most_depth)
      return std::nullopt;
    ++depth_;
    const auto found = replaced(range);
    --depth_;
    return found;
  }

  std::optional<std::int64_t> named(std::string_view name, std::size_t from) {
    if (++lookups_ > most_lookups) return std::nullopt;
    if (const auto found = known_.find(name); found != known_.end()) return found->second;
    if (name == "warpSize") return 32;
    for (const TokenRange& definition : text_.definitions(name, from)) {
      if (std::ranges::find(open_, definition.begin) != open_.end()) continue;
      open_.push_back(definition.begin);
      const auto found = value(definition);
      open_.pop_back();
      if (found) return found;
      if (lookups_ > most_lookups) break;
    }
    return side_of(name, from);
  }

 private:
  using Number = std::optional<std::int64_t>;

  Number replaced(TokenRange range) {
    std::vector<Token> plain;
    for (std::size_t at = range.begin; at < range.end;) {
      const Token& token = text_.token(at);
      if (is_name(token)) {
        const Number number = word(at, range.end);
        if (!number) return std::nullopt;
        plain.push_back(number_token(*number));
      } else if (is_cast(at)) {
        at = text_.behind(at);
      } else if (!push(plain, token)) {
        return std::nullopt;
      } else {
        ++at;
      }
    }
    return value_of_condition(plain);
  }

  // Adds a token that is no name. Fractions that are whole numbers count as such.
  static bool push(std::vector<Token>& plain, const Token& token) {
    if (token.kind == TokenKind::Number) {
      plain.push_back(number_token(static_cast<std::int64_t>(token.value)));
    } else if (token.kind == TokenKind::Fraction) {
      const std::size_t dot = token.text.find('.');
      if (dot == std::string_view::npos || token.text.find_first_of("123456789eE", dot) != std::string_view::npos)
        return false;
      std::int64_t whole = 0;
      for (const char digit : token.text.substr(0, std::min<std::size_t>(dot, 15))) whole = whole * 10 + (digit - '0');
      plain.push_back(number_token(whole));
    } else if (token.kind == TokenKind::Sign) {
      plain.push_back(token);
    } else {
      return false;
    }
    return true;
  }

  bool is_cast(std::size_t at) const {
    if (!is_sign(text_.token(at), "(")) return false;
    const std::size_t end = text_.behind(at);
    if (end <= at + 2) return false;
    for (std::size_t inner = at + 1; inner + 1 < end; ++inner)
      if (!is_type_word(text_.token(inner))) return false;
    return true;
  }

  // Computes what begins with a name, and moves `at` behind it.
  Number word(std::size_t& at, std::size_t end) {
    const std::size_t name = at++;
    const std::string_view text = text_.token(name).text;
    if (text == "true" || text == "false") return text == "true";
    if (text == "static_cast" && is_sign(text_.token(at), "<")) {
      while (at < end && !is_sign(text_.token(at), "(")) ++at;
      return in_brackets(at);
    }
    std::size_t call = at;
    if (is_sign(text_.token(call), "<")) {
      const std::size_t behind = behind_template(call, end);
      if (is_sign(text_.token(behind), "(")) call = behind;
    }
    if (call >= end || !is_sign(text_.token(call), "(")) return named(text, name);
    at = text_.behind(call);
    const TokenRange inside{call + 1, at > call ? at - 1 : call + 1};
    return called(last_part(text), inside);
  }

  Number in_brackets(std::size_t& at) {
    const std::size_t open = at;
    at = text_.behind(open);
    return at > open + 1 ? value({open + 1, at - 1}) : std::nullopt;
  }

  // Returns the place behind the <...> at `open`, if it may be that of a template; else `open`.
  std::size_t behind_template(std::size_t open, std::size_t end) const {
    for (std::size_t at = open + 1; at < std::min(end, open + 40); ++at) {
      if (is_sign(text_.token(at), ">")) return at + 1;
      if (is_sign(text_.token(at), ";") || is_sign(text_.token(at), "&&") || is_sign(text_.token(at), "||")) break;
    }
    return open;
  }

  Number called(std::string_view name, TokenRange inside) {
    const std::vector<TokenRange> parts = text_.parts(inside);
    if (name == "sizeof") return parts.size() == 1 ? bytes_of(parts[0]) : std::nullopt;
    if (name == "ceil" || name == "ceilf") return parts.size() == 1 ? rounded_up(parts[0]) : std::nullopt;
    if (size_of(name) > 0) return parts.size() == 1 ? value(parts[0]) : std::nullopt;
    std::vector<std::int64_t> given;
    for (const TokenRange& part : parts) {
      const Number number = value(part);
      if (!number) return std::nullopt;
      given.push_back(*number);
    }
    if (name == "min" || name == "max")
      return given.size() != 2 ? std::nullopt
                               : Number(name == "min" ? std::min(given[0], given[1]) : std::max(given[0], given[1]));
    return of_function(name, given);
  }

  Number bytes_of(TokenRange part) const {
    for (std::size_t at = part.begin; at < part.end; ++at) {
      if (is_sign(text_.token(at), "*")) return 8;
      if (const int bytes = size_of(text_.token(at).text); bytes > 0) return bytes;
    }
    return std::nullopt;
  }

  // ceil(a / b): the division is one of fractions.
  Number rounded_up(TokenRange part) {
    int depth = 0;
    for (std::size_t at = part.end; at-- > part.begin + 1;) {
      const Token& token = text_.token(at);
      depth += closes(token) - opens(token);
      if (depth != 0 || !is_sign(token, "/")) continue;
      const Number of = value({part.begin, at}), by = value({at + 1, part.end});
      if (!of || !by || *by <= 0 || *of < 0) return std::nullopt;
      return divided_up(*of, *by);
    }
    return value(part);
  }

  // Computes a function of the text by its last `return`.
  Number of_function(std::string_view name, const std::vector<std::int64_t>& given) {
    lookups_ += lookups_of_call;
    if (lookups_ > most_lookups || depth_ > most_depth) return std::nullopt;
    for (std::size_t at = 0; at + 1 < text_.tokens().size(); ++at) {
      if (text_.token(at).text != name || !is_sign(text_.token(at + 1), "(")) continue;
      std::size_t body = text_.behind(at + 1);
      while (is_name(text_.token(body))) ++body;  // const, noexcept
      if (!is_sign(text_.token(body), "{")) continue;
      return returned(text_.parts({at + 2, text_.behind(at + 1) - 1}), {body, text_.behind(body)}, given);
    }
    return std::nullopt;
  }

  Number returned(const std::vector<TokenRange>& params, TokenRange body, const std::vector<std::int64_t>& given) {
    if (params.size() != given.size()) return std::nullopt;
    KnownValues inner = known_;
    for (std::size_t n = 0; n < params.size(); ++n) {
      const Token& name = text_.token(params[n].end - 1);
      if (is_name(name)) inner[std::string(name.text)] = given[n];
    }
    for (std::size_t at = body.end; at-- > body.begin;) {
      if (text_.token(at).text != "return") continue;
      std::size_t end = at + 1;
      while (end < body.end && !is_sign(text_.token(end), ";")) ++end;
      Evaluation call(text_, inner);
      call.depth_ = depth_ + 1, call.lookups_ = lookups_;
      const Number found = call.value({at + 1, end});
      lookups_ = call.lookups_;
      return found;
    }
    return std::nullopt;
  }

  // Returns grid.x of `dim3 grid(2, 4)`; none if the name is no side.
  Number side_of(std::string_view name, std::size_t from) {
    if (name.size() < 3 || name[name.size() - 2] != '.') return std::nullopt;
    const std::size_t side = std::string_view("xyz").find(name.back());
    if (side == std::string_view::npos) return std::nullopt;
    for (const TokenRange& definition : text_.definitions(name.substr(0, name.size() - 2), from)) {
      const std::vector<TokenRange> parts = text_.parts(definition);
      if (side < parts.size())
        if (const Number found = value(parts[side])) return found;
    }
    return std::nullopt;
  }

  const HostText& text_;
  const KnownValues& known_;
  int depth_ = 0, lookups_ = 0;
  std::vector<std::size_t> open_;  // definitions that are being computed
};

}  // namespace

std::optional<std::int64_t> value_of_expression(const HostText& text, TokenRange range, const KnownValues& known) {
  return Evaluation(text, known).value(range);
}

std::optional<std::int64_t> value_of_name(const HostText& text, std::string_view name, std::size_t from,
                                          const KnownValues& known) {
  return Evaluation(text, known).named(name, from);
}

}  // namespace tcviz::inline gpu_xray
