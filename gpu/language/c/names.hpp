// The words that a text may use: inputs under their usual names, and operators, as rows.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "gpu/language/c/program.hpp"

namespace tcviz::inline gpu_c {

// The inputs from which a text computes: a slot (tid, i), an element (row, col, and r, the replica), or all of them at
// once; the inputs of the body of an operation; or an element of a tile in shared memory, whose rows people also call
// m, n and r, and its columns k and c.
enum class Inputs : std::uint8_t { Slot, Element, All, Body, Tile };
constexpr bool is_of_element(Inputs inputs) { return inputs == Inputs::Element || inputs == Inputs::Tile; }

struct NameRow {
  std::string_view name;
  Variable variable;
  bool is_unsigned = false;  // threadIdx.x is an unsigned int
  // groupID is tid >> 2 and threadID_in_group is tid % 4 (PTX ISA, "Matrix Fragments for mma"): an operation on tid.
  Opcode derived = Opcode::Move;
  std::uint32_t operand = 0;
};

// Returns the row of `name`, or null if it is no input. A register of PTX is looked up without its leading %.
const NameRow* find_name(std::string_view name, Inputs inputs);
// True if it is an input of any kind of formula.
bool is_input(std::string_view name);
// Returns the row of a function without arguments: lane_id(), canonical_lane_idx() and their like. Null: none of them.
const NameRow* find_lane_function(std::string_view name);

// Returns the input or result that a part of a name stands for, as people call a parameter or a variable of their own:
// "lane_idx" is Tid, "reg" is I, "row_id" is Row.
const Variable* find_role(std::string_view name, Inputs inputs);

// Returns legal words, the nearest first: inputs, functions and those in `more`.
std::vector<std::string_view> nearest_names(std::string_view text, Inputs inputs,
                                            const std::vector<std::string_view>& more);

// The arrays of a body.
inline constexpr std::array<std::string_view, 3> body_arrays = {"u", "v", "out"};
inline constexpr std::size_t out_array = 2;

// The rule by which an operator gets its types.
enum class Typing : std::uint8_t {
  Common,   // both operands' common type, and the result's
  Shift,    // the left operand's
  Compare,  // computed in the common type, the result is a bool
  Logic,    // && and ||: bool, the right operand only if it matters
};

struct BinaryRow {
  std::string_view sign;
  int precedence;
  Opcode op;
  Typing typing;
  bool swapped = false;  // a > b is b < a
};
const BinaryRow* find_binary(std::string_view sign);

struct UnaryRow {
  std::string_view sign;
  Opcode op;
};
const UnaryRow* find_unary(std::string_view sign);

}  // namespace tcviz::inline gpu_c
