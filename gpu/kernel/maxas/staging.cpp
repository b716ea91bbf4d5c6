#include "gpu/kernel/maxas/staging.hpp"

namespace tcviz::maxas {
namespace {

// Returns the row of a thread's stores, inside the tile; warp_bits: the bits of the thread that name its warp, eight
// times its first line.
int store_row(const SgemmKernel& kernel, int tid) {
  const int lane = tid & 31;
  return kernel.tile == 64 ? lane : lane | ((tid & 128) >> 2);
}
int warp_bits(const SgemmKernel& kernel, int tid) { return tid & (kernel.tile == 64 ? 32 : 96); }

}  // namespace

int write_cs(const SgemmKernel& kernel, int tid) {
  const Microtile at = sgemm_microtile(kernel, tid);
  return 4 * (kernel.tile * at.y + 4 * at.x);
}

int staged_word(const SgemmKernel& kernel, int tid, int q) { return write_cs(kernel, tid) / 4 + kernel.offset(q); }

int read_cs(const SgemmKernel& kernel, int tid) {
  const int first_line = warp_bits(kernel, tid) / 8;  // four lines for every warp
  return 4 * (kernel.tile * first_line + store_row(kernel, tid));
}

int loaded_word(const SgemmKernel& kernel, int tid, int q) {
  return read_cs(kernel, tid) / 4 + kernel.tile * (q >> 1) + kernel.half() * (q & 1);
}

Element stored_element(const SgemmKernel& kernel, int tid, int pass, int q) {
  const int first_column = warp_bits(kernel, tid) / 2;
  return {store_row(kernel, tid) + kernel.half() * (q & 1), first_column + 4 * (q >> 1) + kernel.offset(pass)};
}

// Returns the writer of a word. A line of shared memory is the column of one microtile y; in it, rows of the low half
// and of the high half.
StagedBy writer_of(const SgemmKernel& kernel, int word) {
  const int line = word / kernel.tile, row = word % kernel.tile;
  const int x = row % kernel.half() / 4;
  const int tid = (x & 7) * 2 + ((x & 8) << 4) + (line & 1) + (line >> 1) * 16;
  return {tid, row % 4 + (row < kernel.half() ? 0 : 4)};
}

}  // namespace tcviz::maxas
