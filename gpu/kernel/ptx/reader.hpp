// PTX text -> module. Reads any text or refuses it with a sentence that names the line; knows nothing of the meaning of
// an instruction.
#pragma once

#include <string>

#include "gpu/kernel/ptx/module.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_ptx {

inline constexpr std::size_t most_ptx_bytes = std::size_t{64} << 20;

Result<PtxModule> read_ptx(std::string text);

}  // namespace tcviz::inline gpu_ptx
