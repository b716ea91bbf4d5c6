// The words that a formula may use: inputs under their usual names, functions, types and operators, as rows.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gpu/formula/program.hpp"

namespace tcviz {

// What a formula computes from: a slot (tid, i), an element (row, col, and r, the replica), or all of them at once.
enum class Inputs : std::uint8_t { Slot, Element, All };

struct NameRow {
  std::string_view name;
  Variable variable;
  bool is_unsigned = false;  // threadIdx.x is an unsigned int
  // groupID is tid >> 2 and threadID_in_group is tid % 4 (PTX ISA, "Matrix Fragments for mma"): an operation on tid.
  Opcode derived = Opcode::Move;
  std::uint32_t operand = 0;
};

// The row of `name`, or null where it is no input. Without its leading % for registers of PTX.
const NameRow* find_name(std::string_view name, Inputs inputs);
// Is it an input of any kind of formula?
bool is_input(std::string_view name);
// Legal words, the nearest first: inputs, functions and what is in `more`.
std::vector<std::string_view> nearest_names(std::string_view text, Inputs inputs,
                                            std::span<const std::string_view> more);

// How a function's or an operator's types come about.
enum class Typing : std::uint8_t {
  Common,    // both operands' common type, and the result's
  Shift,     // the left operand's
  Compare,   // computed in the common type, the result is int
  Logic,     // && and ||: int, the right operand only where it matters
  Int,       // operand and result int
  ToInt,     // any operand, the result is int
  Unsigned,  // operand and result unsigned
};

struct BinaryRow {
  std::string_view sign;
  int precedence;
  Opcode for_int, for_unsigned;
  Typing typing;
  bool swapped = false;  // a > b is b < a
};
const BinaryRow* find_binary(std::string_view sign);

struct UnaryRow {
  std::string_view sign;
  Opcode for_int, for_unsigned;
  Typing typing;
};
const UnaryRow* find_unary(std::string_view sign);

struct FunctionRow {
  std::string_view name;
  int arguments;
  Opcode for_int, for_unsigned;
  Typing typing;
};
const FunctionRow* find_function(std::string_view name);

// Integer types of at most 32 bits.
enum class Scalar : std::uint8_t { Int, Unsigned, Bool, I8, U8, I16, U16 };
struct TypeName {
  std::string_view name;
  Scalar scalar;
};
std::optional<Scalar> find_type(std::string_view name);  // "int", "uint32_t", "unsigned", ...
// "unsigned" then "char": what the words of a type mean together.
Scalar combine(std::optional<Scalar> before, Scalar word);
bool is_wide_type(std::string_view name);                                      // "long", "size_t": known, but not here
bool is_qualifier(std::string_view name);                                      // "const", "static", "__device__", ...
Opcode conversion_to(Scalar scalar);                                           // Move where 32 bits stay as they are
inline bool is_unsigned(Scalar scalar) { return scalar == Scalar::Unsigned; }  // after promotion

}  // namespace tcviz
