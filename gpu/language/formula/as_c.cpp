#include "gpu/language/formula/as_c.hpp"

#include <charconv>

namespace tcviz::inline gpu_formula {

void AsC::put(TokenKind kind, std::string_view text, TextRange range) {
  Token token;
  token.kind = kind;
  token.text = text;
  token.range = range;
  tokens.push_back(token);
}

// Adds a number, whose digits live in the memory of the tokens.
void AsC::number(std::uint32_t value, TextRange range) {
  constexpr std::size_t most_digits = 10;
  auto* const digits = static_cast<char*>(tokens.get_allocator().resource()->allocate(most_digits, 1));
  const auto written = std::to_chars(digits, digits + most_digits, value);
  put(TokenKind::Number, {digits, static_cast<std::size_t>(written.ptr - digits)}, range);
  tokens.back().value = value;
  tokens.back().type = value > 0x7FFFFFFFu ? Type::Unsigned : Type::Int;
}

}  // namespace tcviz::inline gpu_formula
