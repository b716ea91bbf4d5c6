// A body as a small register machine runs it: steps over registers of one cell each. Knows nothing of texts but the
// ranges that its steps come from.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "gpu/formula/program.hpp"
#include "gpu/ops/body.hpp"
#include "gpu/ops/body_functions.hpp"

namespace tcviz {

// The bits of a value: of a bool, int, unsigned or float the low 32, of a double all.
using Cell = std::uint64_t;

template <class T>
Cell cell_of(T value) {
  if constexpr (sizeof(T) == sizeof(Cell))
    return std::bit_cast<Cell>(value);
  else
    return std::bit_cast<std::uint32_t>(value);
}
template <class T>
T value_in(Cell cell) {
  if constexpr (sizeof(T) == sizeof(Cell))
    return std::bit_cast<T>(cell);
  else
    return std::bit_cast<T>(static_cast<std::uint32_t>(cell));
}

// What a body may read. The scalars stand in the first registers, in this order.
enum class BodyInput : std::uint8_t { X, A, B, Row, Col, Tid, I, D, Rows, Cols, U, V, Out };
inline constexpr std::size_t body_scalars = 10;

struct BodyInputRow {
  std::string_view name;
  BodyInput input;
  BodyType type;  // where x is a float; of an array: of its elements
};
inline constexpr std::array<BodyInputRow, 13> body_inputs = {{
    {"x", BodyInput::X, BodyType::Float},
    {"a", BodyInput::A, BodyType::Float},
    {"b", BodyInput::B, BodyType::Float},
    {"row", BodyInput::Row, BodyType::Int},
    {"col", BodyInput::Col, BodyType::Int},
    {"tid", BodyInput::Tid, BodyType::Int},
    {"i", BodyInput::I, BodyType::Int},
    {"d", BodyInput::D, BodyType::Int},
    {"ROWS", BodyInput::Rows, BodyType::Int},
    {"COLS", BodyInput::Cols, BodyType::Int},
    {"u", BodyInput::U, BodyType::Float},
    {"v", BodyInput::V, BodyType::Float},
    {"out", BodyInput::Out, BodyType::Float},
}};

// The type of x, and of what else is a number of the matrix.
inline BodyType value_type(Body::Value value) {
  constexpr std::array<BodyType, 3> types = {BodyType::Float, BodyType::Double, BodyType::Int};
  return types[static_cast<std::size_t>(value)];
}
// Scalars and vectors stay floats beside an x that is an int.
inline BodyType type_of(const BodyInputRow& row, BodyType x) {
  if (row.input == BodyInput::X || row.input == BodyInput::Out) return x;
  return row.type == BodyType::Float && x == BodyType::Double ? BodyType::Double : row.type;
}

enum class BodyOp : std::uint8_t {
  Compute,  // `to` = `compute` of a and b, in `type`
  Convert,  // `to` = a of type `from` as `type`
  Call,     // `to` = `function` of a, b and c, in `type`: Float or Double
  Element,  // `to` = element a, of type `from`, of `array`, as `type`
  Put,      // element a, of type `from`, of the array out = b, of type `type`
  Require,  // a is zero: a variable is read that has no value
  Jump,     // to step `b`
  JumpIfZero,
  JumpIfNot0,  // to step `b`, by register a
};

struct BodyStep {
  BodyOp op = BodyOp::Compute;
  Opcode compute = Opcode::Move;
  BodyType type = BodyType::Int, from = BodyType::Int;
  BodyInput array = BodyInput::U;
  std::uint32_t to = 0, a = 0, b = 0, c = 0;
  const BodyFunction* function = nullptr;
  TextRange range;
};

struct BodyCode {
  std::vector<BodyStep> steps;
  std::vector<Cell> registers;  // as a run begins: constants have their values
  std::uint32_t uses = 0;       // bit n: input n is named
  Body::Value value = Body::Value::Float;
  std::size_t expression_end = 0;  // of a text that is an expression alone; otherwise 0
  std::string kernel_text;
};

}  // namespace tcviz
