// The functions that a body may call, as rows: those of CUDA's headers with the overloads that NVRTC has.
#pragma once

#include <span>
#include <string_view>

#include "gpu/formula/program.hpp"
#include "gpu/ops/body_type.hpp"

namespace tcviz {

// How the types of a call come about.
enum class BodyTyping : std::uint8_t {
  Fixed,   // parameters and result as the row says
  Either,  // float or double, as the arguments are; whole numbers alone, or float beside double, are ambiguous
  Common,  // Either, and whole numbers among each other: min, max
  Abs,     // Either, and int
  Power,   // Either, but unsigned beside float is ambiguous
};

struct BodyFunction {
  std::string_view name;
  int arguments = 1;
  BodyTyping typing = BodyTyping::Fixed;
  BodyType parameter = BodyType::Float, result = BodyType::Float;  // Unknown result: the arguments' type
  Opcode for_int = Opcode::Move, for_unsigned = Opcode::Move;      // of whole numbers
  float (*single)(float, float, float) = nullptr;
  double (*wide)(double, double, double) = nullptr;
};

std::span<const BodyFunction> body_functions();
const BodyFunction* find_body_function(std::string_view name);

// true, INFINITY, INT_MAX and their like, as the bits of 32-bit values.
struct BodyConstant {
  std::string_view name;
  BodyType type;
  std::uint32_t bits;
};
std::span<const BodyConstant> body_constants();
const BodyConstant* find_body_constant(std::string_view name);

}  // namespace tcviz
