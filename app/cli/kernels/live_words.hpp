// Describes positions and numbers of live registers as text.
#pragma once

#include <string>

#include "app/cli/kernels/live_report.hpp"
#include "app/scene/grid/words.hpp"

namespace tcviz::inline app_cli {

// Writes a number with as many digits as are needed to distinguish neighbouring values of the type.
std::string number_text(const ValueFormat& format, double value);
std::string counted(std::size_t count, std::string_view word);  // "1 thread", "2 threads"
AxisNames matrix_axes(const Layout& layout);
std::uint32_t warp_of(const LiveFragment& fragment, Slot slot);
std::string warps_text(const LiveFragment& fragment);  // "0", "4-7"
// Describes a wrong value: "lane 5, register 2 holds C[9, 6] = 3, expected 7".
std::string wrong_text(const LiveAnswer& answer, std::int32_t slot);
// Describes an element whose owners differ: "C[9, 6] is 3 in lane 5, register 2, and 7 in lane 9, register 0".
std::string differing_text(const LiveAnswer& answer, const OwnersDiffer& differing);

}  // namespace tcviz::inline app_cli
