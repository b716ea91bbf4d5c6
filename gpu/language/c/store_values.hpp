// The values of stores, C[row * ld + col] = frag[i]: their words, and the part of Parser that knows which values a
// fragment has when it is stored: it refuses those of another order or lane, and follows copies.
#pragma once

#include <span>

#include "gpu/language/c/token.hpp"

namespace tcviz::inline gpu_c {

using TokenSpan = std::span<const Token>;

// The words for a fragment with more values than the layout.
inline constexpr std::string_view more_values = "more values than the kind has, of which the first are judged";

// Returns the place of the sign that gives the name its value, behind t[4] or [row, col].
std::size_t behind_target(TokenSpan tokens, std::size_t name);
// Returns the end of the statement in which `at` stands.
std::size_t statement_end(TokenSpan tokens, std::size_t at);
// Returns the end of the value that begins behind the sign at `at`; no comma of f<a, b> ends it.
std::size_t value_end(TokenSpan tokens, std::size_t at);
// Returns the place of make_float2 before its ( or {, from `at` on; `end`: there is none.
std::size_t find_maker(TokenSpan tokens, std::size_t at, std::size_t end);
// Returns the number of the argument of make_float2( at `maker` in which the token stands.
std::size_t argument_of(TokenSpan tokens, std::size_t maker, std::size_t token);
// True if a value is computed outside of indices.
bool computes(TokenSpan tokens);

}  // namespace tcviz::inline gpu_c
