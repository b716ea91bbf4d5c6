#include "gpu/kernel/ptx/cursor.hpp"

#include <array>

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

bool PtxCursor::take_sign(std::string_view sign) {
  skip_blanks();
  if (!text_.substr(at_).starts_with(sign)) return false;
  at_ += sign.size();
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

std::optional<PtxNumber> PtxCursor::literal() {
  const Mark here = mark();
  const bool minus = take('-');
  skip_blanks();
  const std::size_t length = length_of_ptx_fraction(text_.substr(at_)), end = at_ + length;
  const bool is_fraction = length > 0 && (end == text_.size() || !is_in_word(text_[end]));
  std::optional<PtxNumber> found = read_ptx_number(is_fraction ? text_.substr(at_, length) : word());
  if (is_fraction) at_ = end;
  if (!found || (minus && !is_fraction && found->literal != PtxLiteral::Whole)) {
    back_to(here);
    return std::nullopt;
  }
  if (minus) found->bits = negated(*found);
  return found;
}

std::optional<std::int64_t> PtxCursor::number() {
  const Mark here = mark();
  const std::optional<PtxNumber> found = literal();
  if (found && found->literal == PtxLiteral::Whole) return found->bits;
  back_to(here);
  return std::nullopt;
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
