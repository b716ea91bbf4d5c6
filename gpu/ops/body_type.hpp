// The types that a body's values may have, and how C++ brings two of them together. Knows nothing of texts.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tcviz {

// In rising order: of two operands the higher one is the common type. Unknown: an error was reported already.
enum class BodyType : std::uint8_t { Unknown, Bool, Int, Unsigned, Float, Double };

std::string_view name_of(BodyType type);                        // "unsigned"
std::optional<BodyType> find_body_type(std::string_view word);  // one word of a type: "int", "signed", "float"
// "unsigned" then "int"; none where the words are no type together.
std::optional<BodyType> join_type_words(std::optional<BodyType> before, BodyType word);
bool is_other_type(std::string_view word);  // "long", "char": C's, but not of a body

constexpr bool is_whole(BodyType type) { return type >= BodyType::Bool && type <= BodyType::Unsigned; }
constexpr bool is_fraction(BodyType type) { return type >= BodyType::Float; }
constexpr BodyType promoted(BodyType type) { return type == BodyType::Bool ? BodyType::Int : type; }
// C++20 [expr.arith.conv], for these types.
constexpr BodyType common_type(BodyType a, BodyType b) {
  if (a == BodyType::Unknown || b == BodyType::Unknown) return BodyType::Unknown;
  return promoted(a < b ? b : a);
}

}  // namespace tcviz
