// Reads one function of a PTX module: parameters, declarations in scopes, instructions.
#pragma once

#include "gpu/kernel/ptx/cursor.hpp"
#include "gpu/kernel/ptx/module.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_ptx {

// Reads the rest of a function after the word .entry or .func.
Status read_ptx_function(PtxCursor& cursor, PtxFunction& function);

}  // namespace tcviz::inline gpu_ptx
