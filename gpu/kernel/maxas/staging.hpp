// The path of C from registers to global memory: eight passes, one for each yi. In a pass a thread scales its eight
// values of that column (xi 0 to 7, called cs0 to cs7), stores them to shared memory as two quads, and loads eight
// others, so that each store of a warp to global memory covers a row of 32 neighbours. Shared addresses are words (four
// bytes) unless they are called bytes.
#pragma once

#include "gpu/kernel/maxas/kernels.hpp"
#include "gpu/layout/sgemm.hpp"

namespace tcviz::maxas {

inline constexpr int staging_passes = 8, staged_values = 8;

// Returns the byte address of a thread's first quad (writeCs); the second lies 4 * half higher.
int write_cs(const SgemmKernel& kernel, int tid);
// Returns the word of shared memory to which a thread stores cs `q`.
int staged_word(const SgemmKernel& kernel, int tid, int q);
// Returns the byte address of a thread's first load (readCs).
int read_cs(const SgemmKernel& kernel, int tid);
// Returns the word from which a thread loads cs `q`.
int loaded_word(const SgemmKernel& kernel, int tid, int q);

// Returns the element of the tile (row m, column n) that a thread stores to global memory from its loaded cs `q` in a
// pass.
Element stored_element(const SgemmKernel& kernel, int tid, int pass, int q);

// A thread and the number of one of its staged values.
struct StagedBy {
  int tid = 0, q = 0;
  friend bool operator==(const StagedBy&, const StagedBy&) = default;
};
// Returns the thread that stores `word` (0 to tile * tile / 8 - 1), and the q of the value that it stores there.
StagedBy writer_of(const SgemmKernel& kernel, int word);

// Returns the number of columns by which the store addresses advance after `pass` (0 to 6): 1, except on the way to the
// upper half, where it is half - 3 (the kernels add half - 4 and then 1).
constexpr int column_step(const SgemmKernel& kernel, int pass) { return kernel.offset(pass + 1) - kernel.offset(pass); }

}  // namespace tcviz::maxas
