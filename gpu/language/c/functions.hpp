// The table of functions that a text may call: those of CUDA's headers, with the overloads that NVRTC has.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "gpu/language/c/program.hpp"

namespace tcviz::inline gpu_c {

// The rule that gives the types of a call.
enum class CallTyping : std::uint8_t {
  Fixed,   // the types in the row
  Either,  // float or double as the arguments are; integers alone, or float and double together, are ambiguous
  Common,  // like Either, and integers among themselves: min, max
  Same,    // like Common, but all arguments have one type: std::min, a template
  Abs,     // like Either, and int
  Power,   // like Either, but unsigned together with float is ambiguous
};

struct FunctionRow {
  std::string_view name;
  int arguments = 1;
  CallTyping typing = CallTyping::Fixed;
  Type parameter = Type::Float, result = Type::Float;  // result Unknown: the type of the arguments
  Opcode op = Opcode::Move;                            // the operation for integers, or on bits alone
  float (*single)(float, float, float) = nullptr;      // the function for float
  double (*wide)(double, double, double) = nullptr;    // the function for double
};

std::span<const FunctionRow> functions();
// Returns the function of this name; null if there is none.
const FunctionRow* find_function(std::string_view name);
// True for make_int2, std::make_pair and their like: two numbers, in their order.
bool makes_pair(std::string_view function);
// Returns the type to which all arguments of a call are converted; none if the call is ambiguous for NVRTC.
std::optional<Type> choose_type(const FunctionRow& function, std::span<const Type> arguments);

// A named constant, such as true, INFINITY or INT_MAX, as the bits of a 32-bit value.
struct ConstantRow {
  std::string_view name;
  Type type;
  std::uint32_t bits;
};
std::span<const ConstantRow> named_constants();
const ConstantRow* find_constant(std::string_view name);

}  // namespace tcviz::inline gpu_c
