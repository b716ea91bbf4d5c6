#include "gpu/kernel/ptx/cursor.hpp"

#include <array>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_ptx {
namespace {

constexpr std::array<bool, 256> word_characters() {
  std::array<bool, 256> in{};
  for (int c = 0; c < 256; ++c)
    in[c] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
            c == '%' || c == '.';
  return in;
}
constexpr std::array<bool, 256> in_word = word_characters();

bool is_in_word(char c) { return in_word[static_cast<unsigned char>(c)]; }

}  // namespace

std::optional<std::int64_t> ptx_number(std::string_view word) {
  const bool zero = word.size() > 1 && word[0] == '0';
  std::optional<std::uint64_t> value;
  if (zero && (word[1] == 'f' || word[1] == 'F') && word.size() == 10) {
    value = number_in<std::uint64_t>(word.substr(2), 16);
  } else if (zero && (word[1] == 'd' || word[1] == 'D') && word.size() == 18) {
    value = number_in<std::uint64_t>(word.substr(2), 16);
  } else {
    while (!word.empty() && word.back() == 'U') word.remove_suffix(1);
    const bool hex = word.size() > 2 && word[0] == '0' && (word[1] == 'x' || word[1] == 'X');
    const bool binary = word.size() > 2 && word[0] == '0' && (word[1] == 'b' || word[1] == 'B');
    value = number_in<std::uint64_t>(hex || binary ? word.substr(2) : word, hex ? 16 : binary ? 2 : 10);
  }
  if (!value) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

void PtxCursor::skip_blanks() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '\n') {
      ++line_, ++at_;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
    } else if (c == '/' && at_ + 1 < text_.size() && text_[at_ + 1] == '/') {
      while (at_ < text_.size() && text_[at_] != '\n') ++at_;
    } else if (c == '/' && at_ + 1 < text_.size() && text_[at_ + 1] == '*') {
      for (at_ += 2; at_ < text_.size() && !(text_[at_] == '/' && text_[at_ - 1] == '*'); ++at_)
        line_ += text_[at_] == '\n' ? 1 : 0;
      at_ += at_ < text_.size() ? 1 : 0;
    } else {
      return;
    }
  }
}

bool PtxCursor::at_end() {
  skip_blanks();
  return at_ == text_.size();
}

char PtxCursor::peek() {
  skip_blanks();
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool PtxCursor::take(char c) {
  if (peek() != c || at_ == text_.size()) return false;
  ++at_;
  return true;
}

std::string_view PtxCursor::word() {
  skip_blanks();
  const std::size_t begin = at_;
  while (at_ < text_.size()) {
    if (is_in_word(text_[at_])) {
      ++at_;
    } else if (text_[at_] == ':' && at_ + 1 < text_.size() && text_[at_ + 1] == ':' && at_ > begin) {
      at_ += 2;
    } else {
      break;
    }
  }
  return text_.substr(begin, at_ - begin);
}

bool PtxCursor::take_word(std::string_view wanted) {
  const Mark here = mark();
  if (word() == wanted) return true;
  back_to(here);
  return false;
}

std::optional<std::int64_t> PtxCursor::number() {
  const Mark here = mark();
  const bool minus = take('-');
  const std::optional<std::int64_t> value = ptx_number(word());
  if (!value) {
    back_to(here);
    return std::nullopt;
  }
  return minus ? static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(*value)) : *value;
}

std::string_view PtxCursor::quoted() {
  if (!take('"')) return {};
  const std::size_t begin = at_;
  while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n') ++at_;
  const std::string_view found = text_.substr(begin, at_ - begin);
  if (at_ < text_.size() && text_[at_] == '"') ++at_;
  return found;
}

void PtxCursor::skip_past(char c) {
  while (at_ < text_.size() && text_[at_] != c) line_ += text_[at_++] == '\n' ? 1 : 0;
  if (at_ < text_.size()) line_ += text_[at_++] == '\n' ? 1 : 0;
}

void PtxCursor::skip_line() {
  while (at_ < text_.size() && text_[at_] != '\n') ++at_;
}

void PtxCursor::skip_braces() {
  int depth = 0;
  while (!at_end()) {
    const char c = text_[at_];
    ++at_;
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (depth <= 0 && (c == '}' || c == ';')) return;
  }
}

}  // namespace tcviz::inline gpu_ptx
