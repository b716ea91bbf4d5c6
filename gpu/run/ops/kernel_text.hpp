// Generates the kernels of an operation: CUDA C++ with nvcuda::wmma or with an instruction in inline PTX, and the
// checked formulae of the layout. The text needs no file of ours and compiles alone with nvcc.
#pragma once

#include <string>
#include <vector>

#include "gpu/layout/layout.hpp"
#include "gpu/run/ops/operation.hpp"

namespace tcviz::inline gpu_ops {

// Names of the kernels in the texts below. All have the parameters
//   const Stored* matrix, const A* other_a, const B* other_b, const Real* u, const Real* v, Real a, Real b, int d,
//   Value* out, Result* result, int count
// and execute one warp (for wgmma: warpgroup) for each of `count` fragments, with `threads_per_block` threads in a
// block. Each fragment has its own matrix, vectors and result; other_a and other_b are the same for all (an A is
// multiplied by other_b).
inline constexpr int threads_per_block = 128;
inline int fragments_per_block(const Kind& kind) { return threads_per_block / kind.threads; }
inline constexpr std::string_view registers_kernel = "in_registers", staged_kernel = "through_shared_memory";
inline constexpr std::string_view registers_chain_kernel = "chain_in_registers",
                                  staged_chain_kernel = "chain_through_shared_memory";
// Number of products in a chain, each followed by the operation (for A and B: preceded).
inline constexpr int chain_length = 8;

// The kernel that checks the operation, with the parameters const Stored* matrix, const Stored* rows, const Stored*
// cols, u, v, a, b, d, Value* out, Value* before, Value* after, Value* second, Value* row_there, Value* col_there. It
// executes one warp for one fragment, with values by slot number. In the matrices `rows` and `cols`, each element is
// the number of its row or column, so that the values loaded into a slot show its element. For mma and wgmma they are
// operands, A and then B, whose product is such a matrix.
inline constexpr std::string_view check_kernel = "check";

// The generated texts of one operation.
struct KernelTexts {
  std::string shown;    // for users to read and paste: the formulae, the operation, and the kernel in_registers
  std::string check;    // `shown` and the kernel check
  std::string timing;   // `shown` and the other kernels; only `shown` if `untimed` is not empty
  std::string untimed;  // the reason why the operation is not timed; empty: it is
};

// A request for the texts. `own_body` is the user's text as C statements (Body::kernel_text); empty: the operation's
// text. `reads_x`: the body uses the old values of the fragment.
struct KernelRequest {
  const Operation* operation = nullptr;
  const Layout* layout = nullptr;
  std::string own_body;
  bool reads_x = true;
};
// Returns the texts. Returns an error if the layout has no formula that the operation needs.
Result<KernelTexts> kernel_texts(const KernelRequest& request);

// Returns the compiler options: `--fmad=false` makes sums equal to those of the CPU, bit by bit; wgmma needs sm_90a.
std::vector<std::string> compile_options(const Kind& kind);
// Returns the first architecture for which the kernels of a kind compile.
ComputeCapability first_capability(const Kind& kind);

inline constexpr std::string_view body_file = "body";  // name of a user's body in compiler messages

// The other operands of the product with which a fragment is timed.
struct Partners {
  const Kind *a = nullptr, *b = nullptr, *sum = nullptr;
};
Partners partners_of(const Kind& kind);

}  // namespace tcviz::inline gpu_ops
