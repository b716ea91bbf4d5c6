// Rounds a number to an element type as the conversions of CUDA's headers do. Pure arithmetic.
#pragma once

#include <cstdint>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_ops {

// The C type that a body computes in for an element type: float for f16, bf16, tf32 and f32; double for f64; int for
// whole numbers.
enum class Compute : std::uint8_t { Float, Double, Int };
Compute compute_of(ElementType type);
std::string_view c_name(Compute compute);  // "float", "double", "int"

// Returns the nearest number of the type, as encode() finds it; whole numbers: modulo 2^bits, as C's casts. `value`
// must be a number of the computing type.
double round_to(ElementType type, double value);
double round_to(Compute compute, double value);

}  // namespace tcviz::inline gpu_ops
