// Reads the operands of a PTX instruction.
#pragma once

#include "gpu/kernel/ptx/cursor.hpp"
#include "gpu/kernel/ptx/module.hpp"
#include "gpu/kernel/ptx/scopes.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_ptx {

// Reads the operands of the instruction `into`, up to its ";", and appends them to `function`.
Status read_ptx_operands(PtxCursor& cursor, const PtxScopes& scopes, PtxFunction& function, PtxLine& into);

}  // namespace tcviz::inline gpu_ptx
