#include "gpu/kernel/maxas/addresses.hpp"

namespace tcviz::maxas {
namespace {

// Returns the number of quads in a line; lines_at_once: the number of lines that the threads of a matrix take at once,
// neighbours along a line, then line after line.
constexpr int quads_of_line(const SgemmKernel& kernel) { return kernel.tile / 4; }
constexpr int lines_at_once(const SgemmKernel& kernel) { return kernel.threads / 2 / quads_of_line(kernel); }

}  // namespace

GlobalLoad global_load(const SgemmKernel& kernel, int tid, int load) {
  const int per_line = quads_of_line(kernel), at_once = lines_at_once(kernel);
  const int quad = tid % per_line, line = tid / per_line % at_once + at_once * load;
  const Matrix matrix = tid < kernel.threads / 2 ? Matrix::A : Matrix::B;
  return {matrix, quad, line, part_base(kernel, matrix, 0) + quad_bytes * quad + line_bytes(kernel) * line};
}

std::int64_t global_quad(const SgemmKernel& kernel, const GlobalLoad& load, int block, int ldx) {
  return std::int64_t{block} * quads_of_line(kernel) + load.quad + std::int64_t{ldx / 4} * load.line;
}

int write_address(const SgemmKernel& kernel, int tid) { return global_load(kernel, tid, 0).shared; }

int read_address(const SgemmKernel& kernel, int tid, Matrix matrix) {
  const Microtile at = sgemm_microtile(kernel, tid);
  return part_base(kernel, matrix, 0) + quad_bytes * (matrix == Matrix::A ? at.x : at.y);
}

int shared_read(const SgemmKernel& kernel, int tid, Matrix matrix, int line, Half half, int buffer) {
  const int first = read_address(kernel, tid, matrix) ^ (buffer * buffer_switch(kernel));
  return first + line_bytes(kernel) * line + (half == Half::High ? 4 * kernel.half() : 0);
}

}  // namespace tcviz::maxas
