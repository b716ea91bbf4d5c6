// Decides if two numbers are equal but for rounding errors.
#pragma once

#include <cstdint>
#include <string>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_xray {

// Returns the relative error that a computation with inputs of type `input` may have, if intermediate numbers may be
// rounded to that type (`is_rounded_between`) or if none are.
double inner_error(ElementType input, bool is_rounded_between);

enum class NumberMatch : std::uint8_t { Same, Different, Impossible };

// The tolerance of a comparison.
struct Closeness {
  ElementType type = ElementType::F32;  // type of the output
  double allowed = 0;                   // absolute difference that is allowed besides rounding to the output's type

  // Compares two numbers. Returns Impossible if the type cannot represent `expected`. Integers are compared exactly,
  // modulo the range of the type.
  NumberMatch compare(double found, double expected) const;
};

}  // namespace tcviz::inline gpu_xray
