// Comparison of two numbers that are the same but for rounding.
#pragma once

#include <cstdint>
#include <string>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_xray {

// Returns the part of their size that numbers may lose in a computation with inputs of this type, if intermediate
// numbers may be rounded to it or if none are.
double inner_error(ElementType input, bool is_rounded_between);

enum class NumberMatch : std::uint8_t { Same, Different, Impossible };

struct Closeness {
  ElementType type = ElementType::F32;  // of the output
  double allowed = 0;                   // beside the loss by rounding to the output's type

  // Compares two numbers. Impossible: the type has no number for the expected one. Whole numbers are the same or
  // differ, modulo their range.
  NumberMatch compare(double found, double expected) const;
};

}  // namespace tcviz::inline gpu_xray
