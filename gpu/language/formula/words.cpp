#include "gpu/language/formula/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_formula {
namespace {

class WordReader {
 public:
  WordReader(std::string_view text, WordsOf language, std::pmr::memory_resource* memory)
      : text_(text), python_(language == WordsOf::Python), words_(memory) {}

  std::pmr::vector<TextWord> read() {
    begin_line();
    while (skip_space(), at_ < text_.size()) {
      const char c = text_[at_];
      if (is_digit(c)) {
        number();
      } else if (is_name_start(c)) {
        name();
      } else if (c == '"' || c == '\'') {
        string(c);
      } else {
        add(WordKind::Sign, at_ + 1);
      }
    }
    add(WordKind::End, at_);
    return std::move(words_);
  }

 private:
  TextWord& add(WordKind kind, std::size_t end) {
    const TextRange range{static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)};
    words_.push_back({kind, 0, range, text_.substr(at_, end - at_)});
    at_ = end;
    return words_.back();
  }

  bool at(std::string_view sign) const { return text_.substr(at_).starts_with(sign); }
  void skip_to(std::string_view sign, std::size_t length) {
    const std::size_t end = text_.find(sign, at_);
    at_ = end == std::string_view::npos ? text_.size() : end + length;
  }

  void skip_space() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++at_;
        begin_line();
      } else if (c == ' ' || (c >= '\t' && c <= '\r') || (python_ && c == '\\' && at("\\\n"))) {
        at_ += c == '\\' ? 2 : 1;
      } else if (python_ ? c == '#' : at("//")) {
        skip_to("\n", 0);
      } else if (!python_ && at("/*")) {
        skip_to("*/", 2);
      } else {
        return;
      }
    }
  }

  // Begins a line. Blank lines and comments are no lines, nor are the lines inside brackets.
  void begin_line() {
    if (!python_ || depth() > 0) return;
    std::size_t first = at_;
    std::uint32_t indentation = 0;
    for (; first < text_.size() && (text_[first] == ' ' || text_[first] == '\t'); ++first)
      indentation += text_[first] == '\t' ? 8 - indentation % 8 : 1;
    if (first >= text_.size() || text_[first] == '\n' || text_[first] == '\r' || text_[first] == '#') return;
    add(WordKind::Line, at_).value = indentation;
  }
  int depth() {
    for (; counted_ < words_.size(); ++counted_) {
      const TextWord& word = words_[counted_];
      if (word.kind != WordKind::Sign) continue;
      open_ += word.text == "(" || word.text == "[" || word.text == "{";
      open_ -= word.text == ")" || word.text == "]" || word.text == "}";
    }
    return open_;
  }

  void number() {
    std::size_t end = at_;
    while (end < text_.size() && is_name_part(text_[end])) ++end;
    std::string_view digits = text_.substr(at_, end - at_);
    const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
    const bool binary = digits.starts_with("0b") || digits.starts_with("0B");
    if (hexadecimal || binary) digits.remove_prefix(2);
    const std::uint64_t base = hexadecimal ? 16 : binary ? 2 : 10, most = std::numeric_limits<std::uint32_t>::max();
    std::uint64_t value = 0;
    for (const char digit : digits) {
      const auto lower = static_cast<unsigned>(digit | 0x20);
      const std::uint64_t of = is_digit(digit) ? lower - '0' : lower - 'a' + 10;
      if (of < base) value = std::min(value * base + of, most);
    }
    add(WordKind::Number, end).value = static_cast<std::uint32_t>(value);
  }

  // Reads cute::Int, cute.make_layout, std::max: the last part is the name.
  void name() {
    std::size_t end = at_, last = at_;
    for (;;) {
      while (end < text_.size() && is_name_part(text_[end])) ++end;
      const std::size_t joint = text_.substr(end, 2) == "::" ? 2 : text_.substr(end, 1) == "." ? 1 : 0;
      if (joint == 0 || end + joint >= text_.size() || !is_name_start(text_[end + joint])) break;
      last = end += joint;
    }
    TextWord& word = add(WordKind::Name, end);
    word.text = text_.substr(last, end - last);
  }

  void string(char quote) {
    const std::size_t end = text_.find(quote, at_ + 1);
    const std::size_t stop = end == std::string_view::npos ? text_.size() : end + 1;
    TextWord& word = add(WordKind::String, stop);
    word.text = word.text.substr(1, word.text.size() - (end == std::string_view::npos ? 1 : 2));
  }

  std::string_view text_;
  bool python_;
  std::pmr::vector<TextWord> words_;
  std::size_t at_ = 0, counted_ = 0;
  int open_ = 0;
};

}  // namespace

std::pmr::vector<TextWord> words_in(std::string_view text, WordsOf language, std::pmr::memory_resource* memory) {
  return WordReader(text, language, memory).read();
}

std::string said_of(const TextWord& word) {
  if (word.kind == WordKind::End) return "the end";
  return word.kind == WordKind::Line ? "the end of the line" : fmt::format("`{}`", word.text.substr(0, 40));
}

bool WordCursor::expect(std::string_view word) {
  if (accept(word)) return true;
  complain(peek().range, fmt::format("expected `{}`, not {}", word, said_of(peek())));
  return false;
}

}  // namespace tcviz::inline gpu_formula
