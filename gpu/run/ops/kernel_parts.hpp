// Generates parts of the kernels' text: the operation in registers, and the same without using the layout. Internal to
// gpu/run/ops.
#pragma once

#include <string>

#include "gpu/run/ops/kernel_text.hpp"

namespace tcviz::inline gpu_ops {

// Returns the functions "__device__ constexpr int row_of(int tid, int i)" and col_of; for Form::Place also tid_of and
// i_of.
Result<std::string> formula_text(const KernelRequest& request);

// Returns the function "void operate(...)", the operation on one value. Returns an empty text for forms that are not
// Form::Body.
std::string operate_text(const KernelRequest& request);

// Returns the function "void apply(Fragment& f, ...)", the operation on a fragment in registers.
Result<std::string> apply_text(const KernelRequest& request);

// Returns the bytes of shared memory that "apply" needs for values that are exchanged between warps.
int crossing_bytes(const KernelRequest& request);

// Returns the function "void apply_staged(Stored* tile, ...)", the same operation on a matrix in shared memory, by one
// warp.
std::string apply_staged_text(const KernelRequest& request);

// True if the operation computes a second fragment (a tile): the text then has ", second".
bool makes_second(const Operation& operation);

inline constexpr std::string_view scalar_parameters = "Real a, Real b, int d, const Real* u, const Real* v, Value* out";
inline constexpr std::string_view scalar_arguments = "a, b, d, u, v, out";

}  // namespace tcviz::inline gpu_ops
