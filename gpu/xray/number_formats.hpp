// Numbers to the bits of f16, bf16, tf32, e4m3 and e5m2 and back, rounded to nearest even.
#pragma once

#include <cstdint>

#include "gpu/layout/kind.hpp"

namespace tcviz {
inline namespace gpu_xray {

float from_half(std::uint16_t bits);
std::uint16_t to_half(double value);
float from_bfloat(std::uint16_t bits);
std::uint16_t to_bfloat(double value);
// Rounds to `mantissa` bits with an exponent of `exponent` bits, subnormals with it; `finite`: without infinity (e4m3).
std::uint32_t to_small(double value, int exponent, int mantissa, bool finite, bool saturate);
double from_small(std::uint32_t bits, int exponent, int mantissa, bool finite);

// The bits of a number in a format, and the number of the bits. Whole numbers are cut to the format's range.
std::uint64_t to_bits(ElementType format, double value);
double from_bits(ElementType format, std::uint64_t bits);

}  // namespace gpu_xray
}  // namespace tcviz
