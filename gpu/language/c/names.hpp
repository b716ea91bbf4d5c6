// The tables of names and operators that a text may use.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "gpu/language/c/program.hpp"

namespace tcviz::inline gpu_c {

// The inputs that a text may use: a slot (tid, i); an element (row, col, and r, the replica: which of its owners);
// both; the inputs of the body of an operation; or an element of a tile in shared memory, whose rows may also be called
// m, n and r, and its columns k and c.
enum class Inputs : std::uint8_t { Slot, Element, All, Body, Tile };
constexpr bool is_of_element(Inputs inputs) { return inputs == Inputs::Element || inputs == Inputs::Tile; }

// The meaning of a name of a thread. It matters to a layout of several warps, where tid goes from 0 to 127.
enum class Who : std::uint8_t {
  Thread,      // tid
  Lane,        // `lane`: tid, or the lane in its warp, as a text means it
  LaneOfWarp,  // a lane by definition, as %laneid: tid % 32
  Warp,        // tid / 32
};

// A name of an input.
struct NameRow {
  std::string_view name;
  Variable variable;
  bool is_unsigned = false;  // threadIdx.x is an unsigned int
  // An operation on tid that gives the value: groupID is tid >> 2 and threadID_in_group is tid % 4 (PTX ISA, "Matrix
  // Fragments for mma").
  Opcode derived = Opcode::Move;
  std::uint32_t operand = 0;  // the right operand of `derived`
  Who who = Who::Thread;
};

// Returns the row of `name`; null if it is no input. The name of a PTX register is passed without its leading %.
const NameRow* find_name(std::string_view name, Inputs inputs);
// True if `name` is an input of any kind of formula.
bool is_input(std::string_view name);
// Returns the row of a function without arguments that gives an input, such as lane_id() or canonical_lane_idx(); null
// if `name` is none.
const NameRow* find_lane_function(std::string_view name);
// Returns the row of a register of PTX, without its leading %: laneid, tid.x. Null: another.
const NameRow* find_register(std::string_view name);

// Returns the input or result that the name of a parameter or variable suggests: "lane_idx" is Tid, "reg" is I,
// "row_id" is Row. Returns null if it suggests none.
const Variable* find_role(std::string_view name, Inputs inputs);
// True for ld, lda, ..., stride and pitch, as in C[row * ldc + col]: the elements from line to line.
bool is_leading_dimension(std::string_view name);
// Returns the thread that such a name stands for. A name of a warp, as "warp_id", has no role.
Who who_is(std::string_view name);

// Returns the legal name that `text` is most likely a misspelling of: an input, a function or one of `more`; none if
// all are far from it.
std::optional<std::string_view> meant_name(std::string_view text, Inputs inputs,
                                           const std::vector<std::string_view>& more);
// Returns the inputs in words: "tid and i".
std::string_view words_of(Inputs inputs);

// The arrays that the body of an operation may use.
inline constexpr std::array<std::string_view, 3> body_arrays = {"u", "v", "out"};
inline constexpr std::size_t out_array = 2;

// The rule that gives the types of an operator.
enum class Typing : std::uint8_t {
  Common,   // operands and result have the common type
  Shift,    // the result has the type of the left operand
  Compare,  // operands have the common type, the result is a bool
  Logic,    // && and ||: bool; the right operand is computed only if needed
};

// A binary operator of C.
struct BinaryRow {
  std::string_view sign;
  int precedence;
  Opcode op;
  Typing typing;
  bool swapped = false;  // a > b is b < a
};
// Returns the row of an operator; null if there is none.
const BinaryRow* find_binary(std::string_view sign);

struct UnaryRow {
  std::string_view sign;
  Opcode op;
};
const UnaryRow* find_unary(std::string_view sign);

}  // namespace tcviz::inline gpu_c
