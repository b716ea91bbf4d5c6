// Rounds numbers to an element type like the conversions in CUDA's headers. Pure arithmetic.
#pragma once

#include <cstdint>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_ops {

// The C type in which a body computes with an element type: float for f16, bf16, tf32 and f32; double for f64; int for
// integers.
enum class Compute : std::uint8_t { Float, Double, Int };
Compute compute_of(ElementType type);
// Returns "float", "double" or "int".
std::string_view c_name(Compute compute);

// Returns the nearest number of the type, like encode(); integers are taken modulo 2^bits, like C's casts. `value` must
// be a number of the computing type.
double round_to(ElementType type, double value);
double round_to(Compute compute, double value);

}  // namespace tcviz::inline gpu_ops
