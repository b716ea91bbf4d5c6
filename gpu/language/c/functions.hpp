// The functions that a text may call, as rows: those of CUDA's headers with the overloads that NVRTC has.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "gpu/language/c/program.hpp"

namespace tcviz::inline gpu_c {

// The rule by which a call gets its types.
enum class CallTyping : std::uint8_t {
  Fixed,   // parameters and result as the row says
  Either,  // float or double, as the arguments are; whole numbers alone, or float beside double, are ambiguous
  Common,  // Either, and whole numbers among each other: min, max
  Same,    // Common, of one type only: std::min, a template
  Abs,     // Either, and int
  Power,   // Either, but unsigned beside float is ambiguous
};

struct FunctionRow {
  std::string_view name;
  int arguments = 1;
  CallTyping typing = CallTyping::Fixed;
  Type parameter = Type::Float, result = Type::Float;  // Unknown result: the arguments' type
  Opcode op = Opcode::Move;                            // of whole numbers, or of bits alone
  float (*single)(float, float, float) = nullptr;
  double (*wide)(double, double, double) = nullptr;
};

std::span<const FunctionRow> functions();
const FunctionRow* find_function(std::string_view name);
// Returns the type as which arguments of these types are taken; none if NVRTC finds several overloads equally good.
std::optional<Type> choose_type(const FunctionRow& function, std::span<const Type> arguments);

// A named constant: true, INFINITY, INT_MAX and their like, as the bits of 32-bit values.
struct ConstantRow {
  std::string_view name;
  Type type;
  std::uint32_t bits;
};
std::span<const ConstantRow> named_constants();
const ConstantRow* find_constant(std::string_view name);

}  // namespace tcviz::inline gpu_c
