// The layouts that the PTX manual states, as the source documented:ptx. Each layout is computed from the manual's rules
// when it is needed.
#pragma once

#include <memory>
#include <string>

#include "gpu/layout/layout.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline gpu_manual {

inline constexpr std::string_view manual_source = "documented:ptx";

// Returns number and title of the manual's section about a kind: "9.7.14.5.8. Matrix Fragments for mma.m16n8k16 with
// floating point type". For WMMA, whose layouts the manual leaves open, it is the section of the instruction. Returns
// an empty text for a kind that belongs to no instruction.
std::string manual_section(const Kind& kind);
// Returns the layout that the manual states. Returns the error Unavailable for a kind whose layout it leaves open
// (WMMA).
Result<Layout> manual_layout(const Kind& kind);
// Makes the source documented:ptx.
std::unique_ptr<LayoutSource> make_manual_source();

}  // namespace tcviz::inline gpu_manual
