// Parts of the kernels' text: an operation in registers, and the same without knowing the layout. Inside the room.
#pragma once

#include <string>

#include "gpu/run/ops/kernel_text.hpp"

namespace tcviz::inline gpu_ops {

// Returns "__device__ constexpr int row_of(int tid, int i)" and col_of; for Form::Place also tid_of and i_of.
Result<std::string> formula_text(const KernelRequest& request);

// Returns "void operate(...)", the operation on one value. Empty for forms that are no body.
std::string operate_text(const KernelRequest& request);

// Returns "void apply(Fragment& f, ...)", the operation on a fragment in registers.
Result<std::string> apply_text(const KernelRequest& request);

// Returns the bytes of shared memory that "apply" takes if values cross between warps.
int crossing_bytes(const KernelRequest& request);

// Returns "void apply_staged(Stored* tile, ...)", the same on a matrix in shared memory, by a warp.
std::string apply_staged_text(const KernelRequest& request);

// True if the operation makes a second fragment (tile): the text then has ", second".
bool makes_second(const Operation& operation);

inline constexpr std::string_view scalar_parameters = "Real a, Real b, int d, const Real* u, const Real* v, Value* out";
inline constexpr std::string_view scalar_arguments = "a, b, d, u, v, out";

}  // namespace tcviz::inline gpu_ops
