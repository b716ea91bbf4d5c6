// The layouts that the PTX manual states, as the source documented:ptx, which computes each from the manual's rules
// when it is asked for.
#pragma once

#include <memory>
#include <string>

#include "gpu/layout/layout.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline gpu_manual {

inline constexpr std::string_view manual_source = "documented:ptx";

// Returns the section's number and title: "9.7.14.5.8. Matrix Fragments for mma.m16n8k16 with floating point type"; for
// WMMA, which the manual gives no layout, the section of the instruction; empty for what is not an instruction.
std::string manual_section(const Kind& kind);
// Returns the layout; Unavailable for a kind whose layout the manual leaves open: WMMA's.
Result<Layout> manual_layout(const Kind& kind);
std::unique_ptr<LayoutSource> make_manual_source();

}  // namespace tcviz::inline gpu_manual
