// The types of a text's values, and how C++ brings two of them together. Knows nothing of texts but the words of types.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tcviz::inline gpu_c {

// The types. Of two types that stand for numbers the later one is the common type (LP64: long has 64 bits, as long long
// has). Unknown: an error was reported already. Opaque: half, fragments and their like, with which nothing is computed
// here.
enum class Type : std::uint8_t {
  Unknown,
  Bool,
  I8,
  U8,
  I16,
  U16,
  Int,
  Unsigned,
  Long,
  ULong,
  Float,
  Double,
  Opaque,
  Void
};

std::string_view name_of(Type type);  // "unsigned"

constexpr bool is_whole(Type type) { return type >= Type::Bool && type <= Type::ULong; }
constexpr bool is_fraction(Type type) { return type == Type::Float || type == Type::Double; }
constexpr bool is_number(Type type) { return is_whole(type) || is_fraction(type); }
constexpr bool is_wide(Type type) { return type == Type::Long || type == Type::ULong; }
constexpr bool is_unsigned(Type type) { return type == Type::Unsigned || type == Type::ULong; }  // after promotion
constexpr Type promoted(Type type) { return is_whole(type) && type < Type::Int ? Type::Int : type; }
// Returns the common type (C++20 [expr.arith.conv]). Unknown if one of them is no number.
constexpr Type common_type(Type a, Type b) {
  return is_number(a) && is_number(b) ? promoted(a < b ? b : a) : Type::Unknown;
}

// The common meaning of the words of a type: "unsigned" and then "char".
class TypeWords {
 public:
  // Adds a word. False: the word is none of a type, or goes with none of those before.
  bool add(std::string_view word);
  bool any() const { return any_; }
  Type type() const;  // Unknown without any word

 private:
  std::optional<Type> base_;
  bool any_ = false, is_unsigned_ = false, is_signed_ = false;
  int longs_ = 0;
};

bool is_type_word(std::string_view word);    // "int", "uint32_t", "unsigned", "half", ...
bool is_qualifier(std::string_view word);    // "const", "static", "__device__", ...
int bytes_of(Type type);                     // sizeof; 0: not known
int bytes_of_opaque(std::string_view word);  // of "half" and its like; 0: not known

// A scalar, a record of the text's, or an array of either.
struct TypeForm {
  Type type = Type::Unknown;
  std::int16_t record = -1;  // its number; -1: none
  std::uint8_t rank = 0;     // dimensions of an array
  std::array<std::uint16_t, 3> sizes{};

  bool is_scalar() const { return record < 0 && rank == 0; }
  // Returns the form of an array's elements.
  TypeForm element() const {
    TypeForm form = *this;
    --form.rank;
    form.sizes = {sizes[1], sizes[2], 0};
    return form;
  }
  friend bool operator==(const TypeForm&, const TypeForm&) = default;
};
constexpr TypeForm scalar_form(Type type) { return {.type = type}; }

}  // namespace tcviz::inline gpu_c
