// Parses PTX text. Any text gives a module or an error that names the line; the meaning of instructions is not checked.
#pragma once

#include <string>

#include "gpu/kernel/ptx/module.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_ptx {

inline constexpr std::size_t most_ptx_bytes = std::size_t{64} << 20;

// Returns the module that `text` spells. Refuses a text of more than most_ptx_bytes.
Result<PtxModule> read_ptx(std::string text);

}  // namespace tcviz::inline gpu_ptx
