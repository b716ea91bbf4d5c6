// The PTX instruction to which a kind belongs, and the architecture and PTX version that it needs.
#pragma once

#include <optional>
#include <string>

#include "gpu/layout/kind.hpp"
#include "gpu/layout/product.hpp"

namespace tcviz::inline gpu_layout {

// Returns the instruction of a kind, "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"; the most common one if
// there are several. A capital N stands for any n, as in the manual: "m64nNk16". Returns an empty text for the tile of
// a kernel (sgemm.hpp).
std::string instruction_of(const Kind& kind);
// Returns the instruction that computes a product, with all its types and sizes.
std::string instruction_of(const Product& product);
// Returns the thread that passes the address of a row (0 <= row < rows()) of the stacked matrices to ldmatrix or
// stmatrix; addresses of other threads are not used. Returns none for any other kind.
std::optional<int> address_thread(const Kind& kind, int row);
// Returns the first architecture that has the kind: "sm_80"; "sm_90a" if only that generation has it.
std::string first_architecture(const Kind& kind);
// True if the architecture has the kind.
bool has_instruction(const Kind& kind, ComputeCapability architecture);
// Returns the first PTX version that has the kind: "7.0"; empty for the tile of a kernel.
std::string first_ptx(const Kind& kind);

}  // namespace tcviz::inline gpu_layout
