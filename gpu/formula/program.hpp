// A formula as a small register machine runs it. Registers hold 32 bits; whether they are int or unsigned is in the
// opcodes. Knows nothing of texts but the ranges that its steps come from.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gpu/formula/diagnostic.hpp"

namespace tcviz {

// What a formula may ask for. The first four change from slot to slot, the others are the kind's.
enum class Variable : std::uint8_t { Tid, I, Row, Col, R, M, N, K, Rows, Cols };
inline constexpr std::size_t variable_count = 10;

struct Variables {
  std::array<std::int32_t, variable_count> values{};
  std::int32_t& operator[](Variable variable) { return values[static_cast<std::size_t>(variable)]; }
  std::int32_t operator[](Variable variable) const { return values[static_cast<std::size_t>(variable)]; }
};

// A trailing U: operands are unsigned.
enum class Opcode : std::uint8_t {
  Move,
  Truth,
  Not,
  Neg,
  NegU,
  Flip,
  Abs,
  Popc,
  Clz,
  Ffs,
  Brev,
  ToI8,
  ToU8,
  ToI16,
  ToU16,
  Add,
  AddU,
  Sub,
  SubU,
  Mul,
  MulU,
  Div,
  DivU,
  Mod,
  ModU,
  Shl,
  ShlU,
  Shr,
  ShrU,
  And,
  Xor,
  Or,
  Lt,
  LtU,
  Le,
  LeU,
  Eq,
  Ne,
  Min,
  MinU,
  Max,
  MaxU,
  Require,  // a is zero: a local is read that has no value
  Jump,
  JumpIfZero,
  JumpIfNot0,  // to step `b`, by register a
};

struct Step {
  Opcode op = Opcode::Move;
  std::uint32_t to = 0, a = 0, b = 0;  // registers
  TextRange range;                     // what the step comes from
};

struct Output {
  std::uint32_t register_number = 0;
  bool is_unsigned = false;
};

// Registers: variables, then constants, then locals and intermediate values.
struct Program {
  std::vector<std::uint32_t> constants;
  std::vector<Step> steps;
  std::vector<Output> outputs;
  std::uint32_t registers = variable_count;
  bool jumps = false;       // some step is a jump
  bool jumps_back = false;  // there is a loop
  std::uint32_t uses = 0;   // bit v: variable v is read

  std::uint32_t first_local() const { return static_cast<std::uint32_t>(variable_count + constants.size()); }
  bool reads(Variable variable) const { return uses >> static_cast<unsigned>(variable) & 1; }
};

// The value of a register as C's int or unsigned.
inline std::int64_t value_of(std::uint32_t bits, bool is_unsigned) {
  return is_unsigned ? std::int64_t{bits} : std::int64_t{static_cast<std::int32_t>(bits)};
}

}  // namespace tcviz
