// The operands of an instruction, up to its ";".
#pragma once

#include "gpu/layout/result.hpp"
#include "gpu/ptx/cursor.hpp"
#include "gpu/ptx/module.hpp"
#include "gpu/ptx/scopes.hpp"

namespace tcviz::inline gpu_ptx {

Status read_ptx_operands(PtxCursor& cursor, const PtxScopes& scopes, PtxFunction& function, PtxLine& into);

}  // namespace tcviz::inline gpu_ptx
