// The text of an operation's kernels: CUDA C++ over nvcuda::wmma, or over an instruction in inline PTX, with the
// layout's proven formulae in it. It depends on nothing of ours and compiles alone with nvcc.
#pragma once

#include <string>
#include <vector>

#include "gpu/layout/layout.hpp"
#include "gpu/run/ops/operation.hpp"

namespace tcviz::inline gpu_ops {

// Names of the kernels in the texts below. All take, in this order:
//   const Stored* matrix, const A* other_a, const B* other_b, const Real* u, const Real* v, Real a, Real b, int d,
//   Value* out, Result* result, int count
// with one warp (for wgmma: warpgroup) for each of `count` fragments, `threads_per_block` threads to a block. Each
// fragment has its own matrix, vectors and result; other_a and other_b are the same for all (an A is multiplied with
// other_b).
inline constexpr int threads_per_block = 128;
inline int fragments_per_block(const Kind& kind) { return threads_per_block / kind.threads; }
inline constexpr std::string_view registers_kernel = "in_registers", staged_kernel = "through_shared_memory";
inline constexpr std::string_view registers_chain_kernel = "chain_in_registers",
                                  staged_chain_kernel = "chain_through_shared_memory";
inline constexpr int chain_length = 8;  // products in a chain, with the operation after (of A and B: before) each

// The kernel that takes const Stored* matrix, const Stored* rows, const Stored* cols, u, v, a, b, d, Value* out, Value*
// before, Value* after, Value* second, Value* row_there, Value* col_there: one warp, one fragment, values by slot
// number. `rows` and `cols` are matrices whose elements are their own row and column: the value that the GPU then holds
// in a slot is the slot's place. For mma and wgmma they are operands, A and then B, whose product is such a matrix.
inline constexpr std::string_view check_kernel = "check";

struct KernelTexts {
  std::string shown;   // for people to read and paste: the formulae, the operation, and the kernel in_registers
  std::string check;   // `shown` with the kernel check
  std::string timing;  // `shown` with the other ways of doing the same; only `shown` if `untimed` gives a reason
  std::string untimed;
};

// The request for a text. `own_body`: the user's text as C statements (Body::c_text); empty: the operation's own.
// `reads_x`: the body needs the fragment's old values. An error if the layout has no formula that the operation needs.
struct KernelRequest {
  const Operation* operation = nullptr;
  const Layout* layout = nullptr;
  std::string own_body;
  bool reads_x = true;
};
Result<KernelTexts> kernel_texts(const KernelRequest& request);

// Returns the compiler's options: `--fmad=false` makes sums those of the CPU, bit by bit; wgmma needs sm_90a.
std::vector<std::string> compile_options(const Kind& kind);
// Returns the first architecture that the kernels of a kind compile for.
ComputeCapability first_capability(const Kind& kind);

inline constexpr std::string_view body_file = "body";  // the name that a user's body has in the compiler's messages

// The other operands of the product that a fragment is timed in.
struct Partners {
  const Kind *a = nullptr, *b = nullptr, *sum = nullptr;
};
Partners partners_of(const Kind& kind);

}  // namespace tcviz::inline gpu_ops
