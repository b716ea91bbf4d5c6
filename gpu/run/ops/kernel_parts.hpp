// Parts of the kernels' text: how an operation is done in registers, and how without knowing the layout. Inside the
// room.
#pragma once

#include <string>

#include "gpu/run/ops/kernel_text.hpp"

namespace tcviz::inline gpu_ops {

// "__device__ constexpr int row_of(int tid, int i)" and col_of; of Form::Place also tid_of and i_of.
Result<std::string> formula_text(const KernelRequest& request);

// "void operate(...)": what is done to one value. Empty for forms that are no body.
std::string operate_text(const KernelRequest& request);

// "void apply(Fragment& f, ...)": the operation on a fragment in registers.
Result<std::string> apply_text(const KernelRequest& request);

// Bytes of shared memory that "apply" takes where values cross between warps.
int crossing_bytes(const KernelRequest& request);

// "void apply_staged(Stored* tile, ...)": the same on a matrix in shared memory, by a warp.
std::string apply_staged_text(const KernelRequest& request);

// ", second" where the operation makes a second fragment (tile).
bool makes_second(const Operation& operation);

inline constexpr std::string_view scalar_parameters = "Real a, Real b, int d, const Real* u, const Real* v, Value* out";
inline constexpr std::string_view scalar_arguments = "a, b, d, u, v, out";

}  // namespace tcviz::inline gpu_ops
