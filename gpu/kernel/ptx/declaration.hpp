// Reads declarations of variables and parameters in PTX.
#pragma once

#include <string_view>

#include "gpu/kernel/ptx/cursor.hpp"
#include "gpu/kernel/ptx/module.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_ptx {

// Returns the error `what` with the number of the line.
Error ptx_error(int line, std::string_view what);

// Reads ".shared .align 16 .b8 name[1024] = {1, 2}", up to the ";", which it leaves to the caller.
Result<PtxVariable> read_ptx_variable(PtxCursor& cursor);

}  // namespace tcviz::inline gpu_ptx
