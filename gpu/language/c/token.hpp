// The words of a text: numbers, names, strings and signs. Knows nothing of their meaning.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "gpu/language/c/diagnostic.hpp"
#include "gpu/language/c/type.hpp"

namespace tcviz::inline gpu_c {

// The kinds of tokens. Fraction: 1.5, .5f, 1e-3; the reader makes its value of the text.
enum class TokenKind : std::uint8_t { Number, Fraction, Name, String, Sign, Bad, End };

// The treatment of fractions. Formulae are made of whole numbers; other languages read with the same words may have
// fractions.
enum class Fractions : std::uint8_t { Refused, Read };

struct Token {
  TokenKind kind = TokenKind::End;
  Type type = Type::Int;    // numbers: the type that C gives them
  std::uint64_t value = 0;  // numbers
  TextRange range;
  std::string_view text;  // of the text that was read, which must outlive the tokens
};

// A word that no text can spell: the value if none of a formula's cases holds.
inline constexpr std::string_view no_case = "no case";

// Splits a text into tokens. Comments and white space fall away; the last token is End. A name may hold dots
// ("threadIdx.x") and colons ("std::min"). Replaces the content of `tokens` and keeps its memory.
void read_tokens(std::string_view text, std::vector<Token>& tokens, std::vector<Diagnostic>& diagnostics,
                 Fractions fractions = Fractions::Refused);

// Replaces C++'s other words for its signs: `and` becomes &&, `bitor` becomes |.
void spell_signs(std::span<Token> tokens);

std::string quoted(const Token& token);                                    // "`tid`", or "the end"; long ones shortened
void report(std::vector<Diagnostic>& diagnostics, Diagnostic diagnostic);  // up to most_diagnostics

}  // namespace tcviz::inline gpu_c
