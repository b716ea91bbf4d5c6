#include "gpu/language/python/token.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_python {
namespace {

// Longer signs first.
constexpr auto python_signs =
    std::to_array<std::string_view>({"**=", "//=", "<<=", ">>=", "...", "**", "//", "<<", ">>", "<=", ">=", "==",
                                     "!=",  "->",  "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "@=", ":="});

// A number's digits, checked against Python's grammar: no leading zeros, underscores only between digits.
struct Digits {
  PythonWordKind kind = PythonWordKind::Number;
  std::int64_t value = 0;
};

Digits read_digits(std::string_view digits, std::uint64_t base) {
  std::uint64_t value = 0;
  bool large = false, separated = base == 10;  // 0x_1 is a number, _1 is none
  for (const char c : digits) {
    if (c == '_' && !separated) return {PythonWordKind::Malformed};
    separated = c != '_';
    if (c == '_') continue;
    const auto lower = static_cast<unsigned char>(c | 0x20);
    const std::uint64_t digit = is_digit(c) ? static_cast<std::uint64_t>(c - '0') : std::uint64_t{lower} - 'a' + 10;
    if (digit >= base) return {PythonWordKind::Malformed};
    large = large || value > (static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) - digit) / base;
    if (!large) value = value * base + digit;
  }
  if (digits.empty() || digits.back() == '_') return {PythonWordKind::Malformed};
  return {large ? PythonWordKind::Large : PythonWordKind::Number, static_cast<std::int64_t>(value)};
}

Digits read_number(std::string_view text) {
  if (text.size() > 1 && text[0] == '0') {
    const char mark = static_cast<char>(text[1] | 0x20);
    const std::uint64_t base = mark == 'x' ? 16 : mark == 'b' ? 2 : mark == 'o' ? 8 : 0;
    if (base != 0) {
      text.remove_prefix(text.size() > 3 && text[2] == '_' ? 3 : 2);
      return read_digits(text, base);
    }
    if (text.find_first_not_of("0_") != std::string_view::npos) return {PythonWordKind::Malformed};
  }
  return read_digits(text, 10);
}

class PythonWordReader {
 public:
  explicit PythonWordReader(std::string_view text) : text_(text) {}

  std::vector<PythonWord> read() {
    begin_line();
    while (skip_space(), at_ < text_.size()) word();
    add(PythonWordKind::End, at_);
    return std::move(words_);
  }

 private:
  PythonWord& add(PythonWordKind kind, std::size_t end) {
    const TextRange range{static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)};
    words_.push_back({kind, 0, text_.substr(at_, end - at_), range});
    at_ = end;
    return words_.back();
  }
  char ahead(std::size_t by) const { return at_ + by < text_.size() ? text_[at_ + by] : '\0'; }

  void word() {
    const char c = text_[at_];
    if (is_digit(c) || (c == '.' && is_digit(ahead(1)))) return number();
    if (c == '"' || c == '\'') return string(at_);
    if (!is_name_start(c)) return sign();
    std::size_t end = at_;
    while (end < text_.size() && is_name_part(text_[end])) ++end;
    const bool prefixes = end < text_.size() && end - at_ <= 2 && (text_[end] == '"' || text_[end] == '\'') &&
                          text_.substr(at_, end - at_).find_first_not_of("fFrRbBuU") == std::string_view::npos;
    if (prefixes) return string(end);
    add(PythonWordKind::Name, end);
  }

  void sign() {
    const auto is_here = [&](std::string_view each) { return text_.substr(at_).starts_with(each); };
    const auto* const found = std::ranges::find_if(python_signs, is_here);
    const std::size_t one = first_character(text_.substr(at_)).bytes;
    const PythonWord& word = add(PythonWordKind::Sign, at_ + (found != python_signs.end() ? found->size() : one));
    open_ += word.text == "(" || word.text == "[" || word.text == "{";
    open_ -= open_ > 0 && (word.text == ")" || word.text == "]" || word.text == "}");
  }

  // Skips blanks, comments, and the ends of lines: inside brackets these are blanks.
  void skip_space() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++at_;
        begin_line();
      } else if (c == ' ' || (c >= '\t' && c <= '\r')) {
        ++at_;
      } else if (c == '\\' && (ahead(1) == '\n' || (ahead(1) == '\r' && ahead(2) == '\n'))) {
        at_ += ahead(1) == '\n' ? 2 : 3;
      } else if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else {
        return;
      }
    }
  }

  // Begins a line. Blank lines and comments are no lines.
  void begin_line() {
    if (open_ > 0) return;
    std::size_t first = at_;
    std::int64_t indentation = 0;
    for (; first < text_.size() && (text_[first] == ' ' || text_[first] == '\t'); ++first)
      indentation += text_[first] == '\t' ? 8 - indentation % 8 : 1;
    if (first >= text_.size() || text_[first] == '\n' || text_[first] == '\r' || text_[first] == '#') return;
    add(PythonWordKind::Line, at_).value = indentation;
  }

  void number() {
    std::size_t end = at_;
    bool fraction = false;
    const bool prefixed = text_[at_] == '0' && is_letter(ahead(1));
    while (end < text_.size() && (is_name_part(text_[end]) || text_[end] == '.')) {
      const bool exponent = !prefixed && (text_[end] | 0x20) == 'e';
      fraction = fraction || text_[end] == '.' || exponent;
      const bool minus = exponent && end + 2 < text_.size() && (text_[end + 1] == '-' || text_[end + 1] == '+');
      end += minus ? 2 : 1;
    }
    const Digits digits = read_number(text_.substr(at_, end - at_));
    add(fraction ? PythonWordKind::Fraction : digits.kind, end).value = digits.value;
  }

  // Reads a string whose quotes begin at `quote`, behind the letters of its prefix.
  void string(std::size_t quote) {
    const std::string_view three = text_.substr(quote, 3);
    const bool is_long = three == "\"\"\"" || three == "'''";
    const std::string_view mark = is_long ? three : text_.substr(quote, 1);
    std::size_t end = quote + mark.size();
    while (end < text_.size() && !text_.substr(end).starts_with(mark) && (is_long || text_[end] != '\n'))
      end += text_[end] == '\\' ? 2 : 1;
    end = std::min(end, text_.size());
    PythonWord& word = add(PythonWordKind::Text, std::min(end + mark.size(), text_.size()));
    word.text = text_.substr(quote + mark.size(), std::max(end, quote + mark.size()) - quote - mark.size());
  }

  std::string_view text_;
  std::vector<PythonWord> words_;
  std::size_t at_ = 0;
  int open_ = 0;
};

}  // namespace

std::vector<PythonWord> python_words(std::string_view text) { return PythonWordReader(text).read(); }

std::string said_of(const PythonWord& word) {
  if (word.kind == PythonWordKind::End) return "the end";
  if (word.kind == PythonWordKind::Line) return "the end of the line";
  return fmt::format("`{}`", word.text.substr(0, 40));
}

}  // namespace tcviz::inline gpu_python
