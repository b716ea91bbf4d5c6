// The addresses of the operands of the maxas SGEMM kernels as they move: global memory -> load registers -> shared
// memory -> operand registers. Shared addresses are bytes; global addresses count quads of four floats, as the texture
// units do.
//
//   shared memory of sgemm64:   0     2048   4096   6144   8192        of sgemm128: twice these numbers
//                               | A0  | B0   | A1   | B1   |
//   Each part holds eight k lines; a line is `tile` floats side by side. XOR with 4096 switches buffers.
//
// A[m, k] lies at k * lda + m, B[n, k] at k * ldb + n: both are read along their columns.
#pragma once

#include <cstdint>

#include "gpu/kernel/maxas/kernels.hpp"
#include "gpu/layout/sgemm.hpp"

namespace tcviz::maxas {

enum class Matrix : std::uint8_t { A, B };
// One half of a thread's eight operands: indices 0 to 3, or 4 to 7, of xi (A) or yi (B).
enum class Half : std::uint8_t { Low, High };

inline constexpr int quad_bytes = 16;

// Returns the bytes of one k line of one matrix.
constexpr int line_bytes(const SgemmKernel& kernel) { return 4 * kernel.tile; }
constexpr int matrix_bytes(const SgemmKernel& kernel) { return lines * line_bytes(kernel); }
// Returns the number that is XORed with the addresses to switch between the two buffers.
constexpr int buffer_switch(const SgemmKernel& kernel) { return 2 * matrix_bytes(kernel); }
constexpr int shared_bytes(const SgemmKernel& kernel) { return 2 * buffer_switch(kernel); }
// Returns the byte address at which a matrix begins in a buffer (0 or 1).
constexpr int part_base(const SgemmKernel& kernel, Matrix matrix, int buffer) {
  return buffer * buffer_switch(kernel) + (matrix == Matrix::B ? matrix_bytes(kernel) : 0);
}

// Returns the number of 128-bit loads from global memory that one thread does for the eight lines of a pass. The thread
// does the same number of stores to shared memory.
constexpr int global_loads(const SgemmKernel& kernel) {
  return 2 * matrix_bytes(kernel) / (kernel.threads * quad_bytes);
}

// One 128-bit load from global memory. Threads of the block's lower half load A, the others B.
struct GlobalLoad {
  Matrix matrix = Matrix::A;
  int quad = 0;    // index in the tile's line: the load has elements 4 * quad to 4 * quad + 3
  int line = 0;    // 0 to 7
  int shared = 0;  // byte address in the first buffer to which the load is stored
  friend bool operator==(const GlobalLoad&, const GlobalLoad&) = default;
};
// Returns the load of this number (from 0) of a thread.
GlobalLoad global_load(const SgemmKernel& kernel, int tid, int load);
// Returns the quad of global memory that `load` reads in the first pass of block `block`. `ldx` is lda or ldb, a
// multiple of 4.
std::int64_t global_quad(const SgemmKernel& kernel, const GlobalLoad& load, int block, int ldx);
// Returns the byte address of a thread's first store (writeS), in the first buffer.
int write_address(const SgemmKernel& kernel, int tid);

// Returns the byte address of a thread's first read of a matrix (readAs, readBs), in the first buffer.
int read_address(const SgemmKernel& kernel, int tid, Matrix matrix);
// Returns the byte address of a thread's 128-bit load of a k line.
int shared_read(const SgemmKernel& kernel, int tid, Matrix matrix, int line, Half half, int buffer = 0);

}  // namespace tcviz::maxas
