// One decoded machine instruction: its operation and operands. Plain data, independent of the encoding.
#pragma once

#include <array>
#include <cstdint>

namespace tcviz::inline gpu_sass {

// The operations. d is the destination; a, b, c and n are operands; ud is a uniform register.
enum class SassOpcode : std::uint8_t {
  Move,            // d = b
  MoveWide,        // d, d+1 = b, b+1
  MoveUniform,     // ud = b
  ToUniform,       // ud = a, of the warp's first lane
  LaneId,          // d = the lane's number
  Add,             // d = a + b + c + carry in, carry out
  AddWide,         // like Add, for 64 bits
  ShiftedAdd,      // d = (a << n) + b, carry out
  ShiftedAddHigh,  // d = high word of (c:a << n) + b + carry in
  MultiplyAdd,     // d = low word of a * b + c + carry in
  MultiplyWide,    // d, d+1 = a * b + (c, c+1), unsigned
  MultiplyWideSigned,
  MultiplyHigh,   // d = high word of a * b, unsigned
  Logic,          // d = n, a truth table, of the bits of a, b and c
  ShiftLeft,      // d = a << b
  ShiftRight,     // d = c >> b
  ShiftLeftHigh,  // d = high word of c:a << b
  Permute,        // d = the four bytes of c:a that b names
  // D = transpose of the warp's 8x8 matrix of 16-bit values, each row of which is in registers of four lanes.
  Transpose,
  MultiplyMatrices,  // d... = a... * b... + c..., by a row of matrix_tiles.hpp; n: its step and memory orders
  LoadConstant,      // d... = constant bank 0 at a + n
  LoadUniform,       // ud... = constant bank 0 at n
  Load,              // d... = memory at (a, a+1) + n
  Store,             // memory at (a, a+1) + n = b...
  CompareUniform,    // predicate p = b != 0
  BranchIf,          // branches to n if the guard predicate is true
  BarrierRegister,   // has no effect on a layout
  Nothing,
  Next,  // a branch to the next instruction
  Exit,
  Trap,  // a branch to itself after EXIT: never reached
};

// Bits of n for MultiplyMatrices.
inline constexpr std::uint32_t tile_step_mask = 3, tile_a_by_col = 4, tile_b_by_col = 8;

// An operand.
struct CodeInput {
  enum class Type : std::uint8_t { None, Register, Uniform, Immediate, Constant };
  Type type = Type::None;
  std::uint32_t value = 0;  // register number, immediate value, or byte offset in constant bank 0
};

inline constexpr int zero_register = 255;  // reads as zero, ignores writes
inline constexpr int true_predicate = 7;

struct OpcodeForm;

// One decoded instruction.
struct Instruction {
  const OpcodeForm* form = nullptr;
  SassOpcode operation = SassOpcode::Nothing;
  int d = zero_register;  // destination; a uniform register for operations on ud
  CodeInput a, b, c;
  std::uint32_t n = 0;
  int bytes = 4;                   // size of a load, store or constant: 1, 2, 4, 8 or 16
  int descriptor = -1;             // the first of two uniform registers that hold the memory descriptor; -1: none
  int carry_out = true_predicate;  // true_predicate: none
  int carry_in = true_predicate;   // true_predicate: zero
  int guard = true_predicate;      // the predicate of BranchIf
  int reuse = 0;                   // bits 0 to 2: operand cache hints for a, b, c
  std::uint32_t address = 0;       // byte address, counted from the begin of the kernel
};

}  // namespace tcviz::inline gpu_sass
