// Constant expressions of PTX: (1 << 4) | 2. PTX ISA 9.0, "Constants"; checked against ptxas 13.0, which takes them as
// operands, as offsets and as initial values, and wants plain numbers as sizes.
#pragma once

#include "gpu/kernel/ptx/cursor.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_ptx {

// True if a constant expression begins here: 12, -x, !3, WARP_SZ. One in brackets may be a list of operands as well,
// and does not count.
bool at_ptx_constant(PtxCursor& cursor);
// Consumes the longest constant expression here and returns its value: a whole number, or one fraction. Of fractions no
// other expressions are read than one with a sign or in brackets.
Result<PtxNumber> read_ptx_constant(PtxCursor& cursor);
// Consumes a whole number without a sign, and refuses an expression; `what` names it for the error, as in "the size of
// an array".
Result<std::int64_t> read_ptx_size(PtxCursor& cursor, std::string_view what);

}  // namespace tcviz::inline gpu_ptx
