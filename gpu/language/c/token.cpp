#include "gpu/language/c/token.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/language/c/word_filter.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_c {
namespace {

// Signs of three characters, then of two; every other printable ASCII character is a sign of its own.
constexpr std::array<std::string_view, 2> long_signs = {"<<=", ">>="};
constexpr std::array<std::string_view, 19> pair_signs = {
    "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", "->"};

// The signs that may stand second in them.
constexpr WordFilter seconds = filter_of(std::to_array<std::string_view>({"<", ">", "=", "&", "|", "+", "-"}));

// C++20 [lex.digraph].
struct SignWord {
  std::string_view word, sign;
};
constexpr auto sign_words = std::to_array<SignWord>({{"and", "&&"},
                                                     {"or", "||"},
                                                     {"not", "!"},
                                                     {"bitand", "&"},
                                                     {"bitor", "|"},
                                                     {"xor", "^"},
                                                     {"compl", "~"},
                                                     {"not_eq", "!="}});

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }  // of UTF-8

int digit_of(char c) {
  if (is_digit(c)) return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 16;
}

struct Radix {
  std::string_view prefix;
  int base;
  std::string_view name;
};
constexpr std::array<Radix, 5> radices = {{{"0x", 16, "hexadecimal"},
                                           {"0X", 16, "hexadecimal"},
                                           {"0b", 2, "binary"},
                                           {"0B", 2, "binary"},
                                           {"0", 8, "octal"}}};
constexpr Radix decimal = {"", 10, "decimal"};

struct Suffix {
  std::string_view text;
  bool is_unsigned, is_wide;
};
constexpr auto suffixes = std::to_array<Suffix>({{"", false, false},
                                                 {"u", true, false},
                                                 {"U", true, false},
                                                 {"l", false, true},
                                                 {"L", false, true},
                                                 {"ll", false, true},
                                                 {"LL", false, true},
                                                 {"ul", true, true},
                                                 {"UL", true, true},
                                                 {"ull", true, true},
                                                 {"ULL", true, true},
                                                 {"lu", true, true},
                                                 {"LU", true, true}});

const Radix& radix_of(std::string_view word) {
  const auto found = std::ranges::find_if(radices, [&](const Radix& each) { return word.starts_with(each.prefix); });
  return found == radices.end() ? decimal : *found;
}

std::size_t digits(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

// Returns the end of the "e-3" that begins at `at`; `at` itself if there is none.
std::size_t exponent_end(std::string_view text, std::size_t at) {
  if (at >= text.size() || (text[at] | 0x20) != 'e') return at;
  const bool has_sign = at + 1 < text.size() && (text[at + 1] == '-' || text[at + 1] == '+');
  const std::size_t first = at + 1 + has_sign, end = digits(text, first);
  return end > first ? end : at;
}

// Returns the length of a decimal fraction's digits: digits with a dot, an exponent or both. 0: this is no fraction.
std::size_t fraction_length(std::string_view text) {
  const std::size_t whole = digits(text, 0);
  const bool dot = whole < text.size() && text[whole] == '.';
  const std::size_t part = dot ? digits(text, whole + 1) : whole;
  if (part == 0 || (dot && part == 1)) return 0;
  const std::size_t end = exponent_end(text, part);
  return dot || end > part ? end : 0;
}

class Reader {
 public:
  Reader(std::string_view text, std::vector<Token>& tokens, std::vector<Diagnostic>& diagnostics, Fractions fractions)
      : text_(text), tokens_(tokens), diagnostics_(diagnostics), fractions_(fractions) {}

  void read() {
    for (skip_space(); at_ < text_.size(); skip_space()) {
      const char c = text_[at_];
      if (fractions_ == Fractions::Read && read_fraction()) {
      } else if (is_digit(c)) {
        read_number();
      } else if (is_name_start(c)) {
        read_name();
      } else if (c == '"') {
        read_string();
      } else if (c == '\'' && at_ + 2 < text_.size() && text_[at_ + 1] != '\\' && text_[at_ + 2] == '\'') {
        Token& token = add(TokenKind::Number, at_ + 3);
        token.type = Type::I8;
        token.value = static_cast<std::uint64_t>(token.text[1] & 0x7f);
      } else {
        read_sign();
      }
    }
    add(TokenKind::End, text_.size());
  }

 private:
  // True if the word stands here; its first character decides nearly always.
  bool at(std::string_view word) const { return text_[at_] == word.front() && text_.substr(at_).starts_with(word); }

  Token& add(TokenKind kind, std::size_t end) {
    Token token;
    token.kind = kind;
    token.range = {static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)};
    token.text = text_.substr(at_, end - at_);
    at_ = end;
    tokens_.push_back(token);
    return tokens_.back();
  }

  void complain(TextRange range, std::string message, std::optional<std::string> fix = {}) {
    report(diagnostics_, {std::move(message), range, std::move(fix)});
  }

  void skip_space() {
    while (at_ < text_.size()) {
      if (is_space(text_[at_])) {
        ++at_;
      } else if (at("\\\n") || at("\\\r\n")) {  // a line that goes on
        at_ += 2;
      } else if (at("//")) {
        skip_line();
      } else if (at("/*")) {
        skip_comment();
      } else {
        return;
      }
    }
  }

  // Passes over a comment; a backslash at its end takes it to the next line.
  void skip_line() {
    for (;;) {
      at_ = std::min(text_.find('\n', at_), text_.size());
      const std::size_t last = at_ > 0 && text_[at_ - 1] == '\r' ? at_ - 1 : at_;
      if (at_ == text_.size() || last == 0 || text_[last - 1] != '\\') return;
      ++at_;
    }
  }

  void skip_comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos)
      complain({static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(at_ + 2)},
               "this comment has no end: expected */");
    at_ = end == std::string_view::npos ? text_.size() : end + 2;
  }

  // Reads name, name.name, name::name.
  void read_name() {
    std::size_t end = at_;
    while (end < text_.size()) {
      if (is_name_part(text_[end])) {
        ++end;
      } else if (text_[end] == '.' && end + 1 < text_.size() && is_name_start(text_[end + 1])) {
        end += 2;
      } else if (text_.substr(end, 2) == "::" && end + 2 < text_.size() && is_name_start(text_[end + 2])) {
        end += 3;
      } else {
        break;
      }
    }
    add(TokenKind::Name, end);
  }

  void read_string() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != '"' && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
    const bool closed = end < text_.size() && text_[end] == '"';
    const Token& token = add(closed ? TokenKind::String : TokenKind::Bad, std::min(end + closed, text_.size()));
    if (!closed) complain(token.range, "this text in quotation marks has no end");
  }

  bool read_fraction() {
    const std::size_t length = fraction_length(text_.substr(at_));
    if (length == 0) return false;
    std::size_t end = at_ + length;
    while (end < text_.size() && is_name_part(text_[end])) ++end;
    const std::string_view suffix = text_.substr(at_ + length, end - at_ - length);
    const Token& token = add(TokenKind::Fraction, end);
    if (!suffix.empty() && suffix != "f" && suffix != "F")
      complain(token.range, fmt::format("`{}` is no suffix of a number: f makes it a float", suffix.substr(0, 40)),
               std::string(token.text.substr(0, length)) + "f");
    return true;
  }

  // Reads digits, letters and separators together, so that 12ab is one wrong number, not two words.
  void read_number() {
    std::size_t end = at_;
    while (end < text_.size() &&
           (is_name_part(text_[end]) || (text_[end] == '\'' && end + 1 < text_.size() && is_name_part(text_[end + 1]))))
      ++end;
    if (end < text_.size() && text_[end] == '.' && (end + 1 == text_.size() || text_[end + 1] != '.')) {
      do ++end;
      while (end < text_.size() && is_name_part(text_[end]));
      Token& token = add(TokenKind::Number, end);
      return complain(token.range, fractions_ == Fractions::Read
                                       ? "this fraction is not understood: write it in decimal, as in 0.5f"
                                       : "fractions have no place here: formulae are made of whole numbers");
    }
    Token& token = add(TokenKind::Number, end);
    understand(token);
  }

  void understand(Token& token) {
    const std::string_view word = token.text;
    const Radix& radix = word == "0" ? decimal : radix_of(word);
    std::size_t at = radix.prefix.size();
    const std::size_t first = at;
    bool large = false;
    for (; at < word.size() && (word[at] == '\'' || digit_of(word[at]) < radix.base); ++at) {
      if (word[at] == '\'') continue;
      large = large || token.value > UINT64_MAX / 16;
      token.value = token.value * static_cast<unsigned>(radix.base) + static_cast<unsigned>(digit_of(word[at]));
    }
    const bool no_digits = at == first && radix.base != 8 && radix.base != 10;
    const std::string_view suffix = word.substr(at);
    const auto* const row = std::ranges::find(suffixes, suffix, &Suffix::text);
    if (no_digits || row == suffixes.end()) return refuse(token, radix, suffix);
    if (large) complain(token.range, fmt::format("{} does not fit into 64 bits", token.text.substr(0, 40)));
    token.type = type_of(token.value, *row, radix.base == 10);
  }

  // Returns the first type that has the value (C17 6.4.4.1); numbers that are not decimal may be unsigned.
  static Type type_of(std::uint64_t value, const Suffix& suffix, bool decimal_digits) {
    const bool may_be_unsigned = suffix.is_unsigned || !decimal_digits;
    if (!suffix.is_wide && !suffix.is_unsigned && value <= INT32_MAX) return Type::Int;
    if (!suffix.is_wide && may_be_unsigned && value <= UINT32_MAX) return Type::Unsigned;
    return suffix.is_unsigned || value > INT64_MAX ? Type::ULong : Type::Long;
  }

  void refuse(const Token& token, const Radix& radix, std::string_view suffix) {
    if (suffix.empty()) return complain(token.range, fmt::format("{} has no digits", token.text));
    complain(token.range, fmt::format("'{}' is no {} digit", suffix.front(), radix.name));
  }

  std::size_t sign_length() const {
    if (!seconds.may_have(text_.substr(at_ + 1, 1))) return 1;
    if (std::ranges::any_of(long_signs, [&](std::string_view sign) { return at(sign); })) return 3;
    return std::ranges::any_of(pair_signs, [&](std::string_view sign) { return at(sign); }) ? 2 : 1;
  }

  void read_sign() {
    if (const std::size_t length = sign_length(); length > 1) return void(add(TokenKind::Sign, at_ + length));
    const char c = text_[at_];
    if (c > ' ' && c < '\x7f' && c != '@' && c != '`' && c != '\\' && c != '"' && c != '\'' && c != '$')
      return void(add(TokenKind::Sign, at_ + 1));
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_continuation(text_[end])) ++end;
    complain(add(TokenKind::Bad, end).range, "this character has no meaning here");
  }

  std::string_view text_;
  std::vector<Token>& tokens_;
  std::vector<Diagnostic>& diagnostics_;
  Fractions fractions_;
  std::size_t at_ = 0;
};

}  // namespace

void read_tokens(std::string_view text, std::vector<Token>& tokens, std::vector<Diagnostic>& diagnostics,
                 Fractions fractions) {
  tokens.clear();
  Reader(text, tokens, diagnostics, fractions).read();
}

void spell_signs(std::span<Token> tokens) {
  for (Token& token : tokens) {
    if (token.kind != TokenKind::Name || token.text.size() > 6) continue;
    const auto* const found = std::ranges::find(sign_words, token.text, &SignWord::word);
    if (found == sign_words.end()) continue;
    token.kind = TokenKind::Sign;
    token.text = found->sign;
  }
}

std::string quoted(const Token& token) {
  return token.kind == TokenKind::End ? "the end" : fmt::format("`{}`", token.text.substr(0, 40));
}

void report(std::vector<Diagnostic>& diagnostics, Diagnostic diagnostic) {
  if (diagnostics.size() < most_diagnostics) diagnostics.push_back(std::move(diagnostic));
}

}  // namespace tcviz::inline gpu_c
