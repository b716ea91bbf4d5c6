// Numbers to the bits of an element type and back.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_layout {

// The bits of a whole number. It must be exact in the type: f16 up to 2048, bf16 up to 256, e4m3 up to 16, e5m2 up to
// 8, integers in their range.
std::uint64_t encode(ElementType type, int value);
// The number that the bits stand for.
double decode(ElementType type, std::uint64_t bits);

// The type of this name: "f16", as name_of() says it.
std::optional<ElementType> element_type_named(std::string_view name);

}  // namespace tcviz::inline gpu_layout
