// The program into which a text is translated, for a small register machine. Keeps no text, only the ranges that the
// steps come from.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "gpu/language/c/diagnostic.hpp"
#include "gpu/language/c/type.hpp"

namespace tcviz::inline gpu_c {

// The inputs that a text may use: a slot (Tid, I), an element and its replica (Row, Col, R), sizes of the kind, the
// variables of a body, and three numbers that a layout leaves open: an answer must hold for all their values. Size: a
// leading dimension or another count. Start: the place at which a tile begins. Block: the number of a tile, as
// blockIdx.x.
enum class Variable : std::uint8_t { Tid, I, Row, Col, R, M, N, K, Rows, Cols, D, Size, Start, Block, X, A, B };
inline constexpr std::size_t whole_variables = 14;  // these are ints; X, A and B have the type of the body
inline constexpr std::size_t variable_count = 17;

// The first Size that is tried: larger than any row or col.
inline constexpr std::int32_t usual_size = 1 << 15;

// The values of the input variables of one execution.
struct Variables {
  std::array<std::int32_t, whole_variables> values = initial_values();
  std::int32_t& operator[](Variable variable) { return values[static_cast<std::size_t>(variable)]; }
  std::int32_t operator[](Variable variable) const { return values[static_cast<std::size_t>(variable)]; }

 private:
  static constexpr std::array<std::int32_t, whole_variables> initial_values() {
    std::array<std::int32_t, whole_variables> all{};
    all[static_cast<std::size_t>(Variable::Size)] = usual_size;
    return all;
  }
};

// The bits of a value: all 64 for a 64-bit type, else the low 32; narrow integers are promoted to int.
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

// The operations. Up to Require, a step computes `to` from a and b in its type. Fractions have only +, -, *, /,
// comparisons, negation and moves.
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
  Bound,    // a, which must be at least 0 and less than b
  Require,  // a, which must not be 0; `note` is the reason (Need)
  Convert,  // a, converted from type `from`
  Call,     // function number `note` (functions.hpp) of a, b and c
  Load,     // register number b + value of a: an element of a local array
  Save,     // sets register number `to` + value of a to b
  Element,  // element a, of type `from`, of the outside array number `note`
  Foreign,  // function number `note` of another language, of the `c` registers from a on
  Put,      // sets element a, of type `from`, of the outside array number `note` to b
  Jump,
  JumpIfZero,
  JumpIfNot0,  // jumps to step `b`, depending on register a
};

// The reason why a Require stops the execution. Value: a variable has no value. Case: no case holds. Copied: a copy of
// the fragment is stored without this value. OnePlace: a value goes to two places. SameOrder: values are copied to
// other numbers. What the last two leave is merely not known.
enum class Need : std::uint16_t { Value, Case, Copied, OnePlace, SameOrder };

// One step of a program: an operation on registers.
struct Step {
  Opcode op = Opcode::Move;
  Type type = Type::Int, from = Type::Int;
  std::uint16_t note = 0;
  std::uint32_t to = 0, a = 0, b = 0, c = 0;  // numbers of registers
  TextRange range{};                          // the place in the text
};

struct Output {
  std::uint32_t register_number = 0;
  Type type = Type::Int;
};

class ForeignText;

// A program. Its registers are: variables, then constants, then locals and intermediate values.
struct Program {
  std::vector<Bits64> constants;
  std::vector<Step> steps;
  std::vector<Output> outputs;
  std::uint32_t registers = variable_count;
  bool straight = true;                        // every step computes in 32 bits, and there is no jump
  std::shared_ptr<const ForeignText> foreign;  // whose functions it calls; null: none
  std::uint32_t uses = 0;                      // bit v is set if variable v is read

  std::uint32_t first_local() const { return static_cast<std::uint32_t>(variable_count + constants.size()); }
  // True if some jump goes backward.
  bool has_loop() const {
    for (std::size_t at = 0; at < steps.size(); ++at)
      if (steps[at].op >= Opcode::Jump && steps[at].b <= at) return true;
    return false;
  }
  bool reads(Variable variable) const { return uses >> static_cast<unsigned>(variable) & 1; }
};

// Returns the integer value of a cell. One that does not fit becomes the nearest int64 value, which no element of a
// matrix has.
inline std::int64_t value_of(Bits64 cell, Type type) {
  if (type == Type::Unsigned) return std::int64_t{static_cast<std::uint32_t>(cell)};
  if (type == Type::ULong) return cell > INT64_MAX ? INT64_MAX : static_cast<std::int64_t>(cell);
  if (type == Type::Long) return static_cast<std::int64_t>(cell);
  return std::int64_t{static_cast<std::int32_t>(static_cast<std::uint32_t>(cell))};
}

}  // namespace tcviz::inline gpu_c
