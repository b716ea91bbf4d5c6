// The notations that are not C: the PTX manual's, CuTe's layouts, and linear bases.
#pragma once

#include <vector>

#include "gpu/formula/emitter.hpp"
#include "gpu/formula/formula.hpp"
#include "gpu/formula/scope.hpp"

namespace tcviz {

// "row = groupID for ci where i < 2; groupID + 8 otherwise" as C's statements: tokens that keep their places in the
// text.
std::pmr::vector<Token> ptx_as_c(Cursor& cursor);

// ((4,8),(2,2)):((32,1),(16,8)), over the column-major index.
void read_cute(Cursor& cursor, Emitter& emitter, Formula& formula);

// tid: (0,2) (0,4) (1,0); i: (0,1) (8,0); and a constant pair behind "offset:".
void read_bases(Cursor& cursor, Emitter& emitter, Formula& formula, Inputs inputs);

}  // namespace tcviz
