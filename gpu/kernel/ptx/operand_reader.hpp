// The operands of an instruction, up to its ";".
#pragma once

#include "gpu/kernel/ptx/cursor.hpp"
#include "gpu/kernel/ptx/module.hpp"
#include "gpu/kernel/ptx/scopes.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_ptx {

Status read_ptx_operands(PtxCursor& cursor, const PtxScopes& scopes, PtxFunction& function, PtxLine& into);

}  // namespace tcviz::inline gpu_ptx
