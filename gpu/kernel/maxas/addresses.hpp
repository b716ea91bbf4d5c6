// The places of the operands on their way: global memory -> load registers -> shared memory -> operand registers.
// Shared addresses are bytes; global addresses count quads of four floats, as the texture units do.
//
//   shared memory of sgemm64:   0     2048   4096   6144   8192        of sgemm128: twice these numbers
//                               | A0  | B0   | A1   | B1   |
//   each part holds eight k lines, a line `tile` floats side by side; an exclusive or with 4096 switches buffers.
//
// A[m, k] lies at k * lda + m, B[n, k] at k * ldb + n: both are read along their columns.
#pragma once

#include <cstdint>

#include "gpu/kernel/maxas/kernels.hpp"
#include "gpu/layout/sgemm.hpp"

namespace tcviz::maxas {

enum class Matrix : std::uint8_t { A, B };
enum class Half : std::uint8_t { Low, High };  // indices 0-3 of xi or yi, or 4-7

inline constexpr int quad_bytes = 16;

constexpr int line_bytes(const SgemmKernel& kernel) { return 4 * kernel.tile; }
constexpr int matrix_bytes(const SgemmKernel& kernel) { return lines * line_bytes(kernel); }
// Returns the number that is XORed with the addresses to switch between the two buffers.
constexpr int buffer_switch(const SgemmKernel& kernel) { return 2 * matrix_bytes(kernel); }
constexpr int shared_bytes(const SgemmKernel& kernel) { return 2 * buffer_switch(kernel); }
constexpr int part_base(const SgemmKernel& kernel, Matrix matrix, int buffer) {
  return buffer * buffer_switch(kernel) + (matrix == Matrix::B ? matrix_bytes(kernel) : 0);
}

// Returns the number of 128-bit loads from global memory of one thread for the eight lines of a pass; a thread does as
// many stores to shared memory.
constexpr int global_loads(const SgemmKernel& kernel) {
  return 2 * matrix_bytes(kernel) / (kernel.threads * quad_bytes);
}

// One load from global memory. Threads of the block's lower half load A, the others B.
struct GlobalLoad {
  Matrix matrix = Matrix::A;
  int quad = 0;    // inside the tile's line: elements 4 * quad to 4 * quad + 3
  int line = 0;    // 0 to 7
  int shared = 0;  // byte address of its store, in the first buffer
  friend bool operator==(const GlobalLoad&, const GlobalLoad&) = default;
};
GlobalLoad global_load(const SgemmKernel& kernel, int tid, int load);
// Returns the load's quad in global memory, in the first pass of block `block`; ldx is lda or ldb, a multiple of 4.
std::int64_t global_quad(const SgemmKernel& kernel, const GlobalLoad& load, int block, int ldx);
// Returns the byte address of a thread's first store (writeS), in the first buffer.
int write_address(const SgemmKernel& kernel, int tid);

// Returns the byte address of a thread's first read of a matrix (readAs, readBs), in the first buffer.
int read_address(const SgemmKernel& kernel, int tid, Matrix matrix);
// Returns the byte address of a thread's 128-bit load of a k line.
int shared_read(const SgemmKernel& kernel, int tid, Matrix matrix, int line, Half half, int buffer = 0);

}  // namespace tcviz::maxas
