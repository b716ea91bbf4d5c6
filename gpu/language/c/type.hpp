// The types of values, and the common type of two. Knows of texts only the words for types.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tcviz::inline gpu_c {

// The types. Of two number types, the later one is the common type (LP64: long has 64 bits, like long long). Unknown:
// an error was already reported. Opaque: half, fragments and the like, with which nothing is computed.
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

// Returns the name in C: "unsigned".
std::string_view name_of(Type type);

constexpr bool is_whole(Type type) { return type >= Type::Bool && type <= Type::ULong; }
constexpr bool is_fraction(Type type) { return type == Type::Float || type == Type::Double; }
constexpr bool is_number(Type type) { return is_whole(type) || is_fraction(type); }
constexpr bool is_wide(Type type) { return type == Type::Long || type == Type::ULong; }
constexpr bool is_unsigned(Type type) { return type == Type::Unsigned || type == Type::ULong; }  // after promotion
constexpr Type promoted(Type type) { return is_whole(type) && type < Type::Int ? Type::Int : type; }
// Returns the common type (C++20 [expr.arith.conv]); Unknown if one of the types is no number type.
constexpr Type common_type(Type a, Type b) {
  return is_number(a) && is_number(b) ? promoted(a < b ? b : a) : Type::Unknown;
}

// Collects the words of a type, such as "unsigned" and then "char".
class TypeWords {
 public:
  // Adds a word. False: the word belongs to no type, or not to the words before.
  bool add(std::string_view word);
  bool any() const { return any_; }
  Type type() const;  // Unknown if no word was added

 private:
  std::optional<Type> base_;
  bool any_ = false, is_unsigned_ = false, is_signed_ = false;
  int longs_ = 0;
};

// True for "int", "uint32_t", "unsigned", "half", ...
bool is_type_word(std::string_view word);
// True for "const", "static", "__device__", ...
bool is_qualifier(std::string_view word);
// Returns sizeof the type; 0: not known.
int bytes_of(Type type);
// Returns sizeof "half" and similar types; 0: not known.
int bytes_of_opaque(std::string_view word);

// The full type of a variable: a scalar, a record that the text declares, or an array of either.
struct TypeForm {
  Type type = Type::Unknown;
  std::int16_t record = -1;  // number of the record; -1: none
  std::uint8_t rank = 0;     // number of dimensions; 0: no array
  std::array<std::uint16_t, 3> sizes{};

  bool is_scalar() const { return record < 0 && rank == 0; }
  // Returns the type of an array's elements.
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
