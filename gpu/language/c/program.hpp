// A text as a small register machine runs it. Knows nothing of texts but the ranges that its steps come from.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "gpu/language/c/diagnostic.hpp"
#include "gpu/language/c/type.hpp"

namespace tcviz::inline gpu_c {

// The inputs that a text may ask for: a slot, an element and its replica, the kind's sizes, and the variables of a
// body.
enum class Variable : std::uint8_t { Tid, I, Row, Col, R, M, N, K, Rows, Cols, D, X, A, B };
inline constexpr std::size_t whole_variables = 11;  // ints; x, a and b have the body's own type
inline constexpr std::size_t variable_count = 14;

struct Variables {
  std::array<std::int32_t, whole_variables> values{};
  std::int32_t& operator[](Variable variable) { return values[static_cast<std::size_t>(variable)]; }
  std::int32_t operator[](Variable variable) const { return values[static_cast<std::size_t>(variable)]; }
};

// The bits of a value: all 64 of a wide one; of others the low 32, narrow whole numbers as the int to which they are
// promoted.
using Bits64 = std::uint64_t;
template <class T>
Bits64 cell_of(T value) {
  if constexpr (sizeof(T) == sizeof(Bits64))
    return std::bit_cast<Bits64>(value);
  else
    return std::bit_cast<std::uint32_t>(value);
}
template <class T>
T value_in(Bits64 cell) {
  if constexpr (sizeof(T) == sizeof(Bits64))
    return std::bit_cast<T>(cell);
  else
    return std::bit_cast<T>(static_cast<std::uint32_t>(cell));
}

// The operations. Up to Require a step computes `to` from a and b, in its type. Of fractions only +, -, *, /,
// comparisons, - and moves.
enum class Opcode : std::uint8_t {
  Move,
  Truth,
  Not,
  Neg,
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
  Sub,
  Mul,
  Div,
  Mod,
  Shl,
  Shr,
  And,
  Xor,
  Or,
  Lt,
  Le,
  Eq,
  Ne,
  Min,
  Max,
  Bound,    // a, which must lie from 0 up to but not with b
  Require,  // a, which must not be 0: `note` says why
  Convert,  // a of type `from`
  Call,     // function `note` of a, b and c
  Load,     // register b + value of a: an array's element
  Save,     // register `to` + value of a becomes b
  Element,  // element a, of type `from`, of the array `note` outside
  Put,      // element a, of type `from`, of the array `note` outside becomes b
  Jump,
  JumpIfZero,
  JumpIfNot0,  // to step `b`, by register a
};

// The reason why a Require may stop a run.
enum class Need : std::uint16_t { Value, Case, OneIndex };

struct Step {
  Opcode op = Opcode::Move;
  Type type = Type::Int, from = Type::Int;
  std::uint16_t note = 0;
  std::uint32_t to = 0, a = 0, b = 0, c = 0;  // registers
  TextRange range{};                          // the range that the step comes from
};

struct Output {
  std::uint32_t register_number = 0;
  Type type = Type::Int;
};

// A program. Its registers: variables, then constants, then locals and intermediate values.
struct Program {
  std::vector<Bits64> constants;
  std::vector<Step> steps;
  std::vector<Output> outputs;
  std::uint32_t registers = variable_count;
  bool straight = true;    // every step computes in 32 bits, and none is a jump
  std::uint32_t uses = 0;  // bit v: variable v is read

  std::uint32_t first_local() const { return static_cast<std::uint32_t>(variable_count + constants.size()); }
  bool has_loop() const {
    for (std::size_t at = 0; at < steps.size(); ++at)
      if (steps[at].op >= Opcode::Jump && steps[at].b <= at) return true;
    return false;
  }
  bool reads(Variable variable) const { return uses >> static_cast<unsigned>(variable) & 1; }
};

// Returns the whole number in a cell. One that does not fit becomes the nearest that does: no element of a matrix has
// it.
inline std::int64_t value_of(Bits64 cell, Type type) {
  if (type == Type::Unsigned) return std::int64_t{static_cast<std::uint32_t>(cell)};
  if (type == Type::ULong) return cell > INT64_MAX ? INT64_MAX : static_cast<std::int64_t>(cell);
  if (type == Type::Long) return static_cast<std::int64_t>(cell);
  return std::int64_t{static_cast<std::int32_t>(static_cast<std::uint32_t>(cell))};
}

}  // namespace tcviz::inline gpu_c
