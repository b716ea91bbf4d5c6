// Splits a text into tokens: numbers, names, strings and signs. Knows nothing of their meaning.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "gpu/language/c/diagnostic.hpp"
#include "gpu/language/c/type.hpp"

namespace tcviz::inline gpu_c {

// The kinds of tokens. Fraction: 1.5, .5f, 1e-3, whose value the parser reads from the text.
enum class TokenKind : std::uint8_t { Number, Fraction, Name, String, Sign, Bad, End };

// Formulae contain only integers, so fractions are refused; other languages with the same tokens may contain fractions.
enum class Fractions : std::uint8_t { Refused, Read };

struct Token {
  TokenKind kind = TokenKind::End;
  Type type = Type::Int;    // for a Number: its type in C
  std::uint64_t value = 0;  // for a Number: its value
  TextRange range;
  std::string_view text;  // part of the text, which must outlive the tokens
};

// A word that no text can contain: it stands for the value if none of a formula's cases holds.
inline constexpr std::string_view no_case = "no case";

// Splits a text into tokens, without comments and white space; the last token is End. A name may contain dots
// ("threadIdx.x") and colons ("std::min"). Replaces the content of `tokens`, keeping its memory.
void read_tokens(std::string_view text, std::vector<Token>& tokens, std::vector<Diagnostic>& diagnostics,
                 Fractions fractions = Fractions::Refused);

// Replaces the alternative words of C++ by their signs: `and` becomes &&, `bitor` becomes |.
void spell_signs(std::span<Token> tokens);

// Returns the token for a message: "`tid`", or "the end"; shortens long ones.
std::string quoted(const Token& token);
// Adds a diagnostic, up to most_diagnostics.
void report(std::vector<Diagnostic>& diagnostics, Diagnostic diagnostic);

}  // namespace tcviz::inline gpu_c
