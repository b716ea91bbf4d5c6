// The special registers of PTX (PTX ISA 9.0, section 10).
#pragma once

#include <cstdint>
#include <string_view>

namespace tcviz::inline gpu_xray {

// Fixed: the launch decides the value. Varying: it differs from run to run or from one GPU to another, as that of
// clocks and of numbers of processors. Unknown: PTX has no such register.
enum class SpecialKind : std::uint8_t { Unknown, Fixed, Varying };
SpecialKind special_kind(std::string_view name);

}  // namespace tcviz::inline gpu_xray
