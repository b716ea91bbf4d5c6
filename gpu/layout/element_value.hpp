// Numbers to the bits of an element type and back.
#pragma once

#include <cstdint>

#include "gpu/layout/kind.hpp"

namespace tcviz {

// The bits of a whole number. It must be exact in the type: f16 up to 2048, bf16 up to 256, integers in their range.
std::uint64_t encode(ElementType type, int value);
// The number that the bits stand for.
double decode(ElementType type, std::uint64_t bits);

}  // namespace tcviz
