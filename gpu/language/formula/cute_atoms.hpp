// Parses CuTe's words for shared memory: swizzles, the pointers to which they apply, CUTLASS's names of layouts such as
// GMMA::Layout_K_SW128_Atom<half_t>, and layouts repeated over a shape. (CUTLASS, cute/atom/mma_traits_sm90_gmma.hpp;
// cute/layout.hpp, tile_to_shape.)
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gpu/language/formula/cute_layout.hpp"
#include "gpu/language/formula/cute_tuple.hpp"

namespace tcviz::inline gpu_formula {

// Parses Swizzle<3,4,3>{}.
CuteSwizzle read_cute_swizzle(CuteWords& words);

// True if the next words are smem_ptr[16b](unset), smem_ptr<16b>, _smem_ptr[16b](0x7f0000000400) or
// smem_ptr_flag_bits<16>{}. read_cute_pointer() parses them and returns the bits of an element.
bool at_cute_pointer(const CuteWords& words);
int read_cute_pointer(CuteWords& words, TextRange& range);

// A named layout of CUTLASS.
struct CuteAtom {
  int swizzle_bits = 0;  // bits of its swizzle: 3 for SW128
  bool is_k = true;      // K-major; else MN-major
};
// Returns the named layout; none if there is none.
std::optional<CuteAtom> find_cute_atom(std::string_view name);

// Returns the bits of a C++ element type such as "half_t"; 0: not known.
int bits_of_cute_type(std::string_view name);

CuteLayout cute_atom_layout(const CuteAtom& atom, int element_bits, TextRange range, std::pmr::memory_resource* memory);

// Repeats a layout until it fills `shape`, along columns or rows first. Returns an error message without a full stop if
// the shape is no whole number of blocks; empty: success.
std::string repeat_over_shape(CuteLayout& block, const CuteTuple& shape, bool cols_first);

}  // namespace tcviz::inline gpu_formula
