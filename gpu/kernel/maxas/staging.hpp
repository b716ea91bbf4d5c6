// The way of C out of the registers: eight passes, one for each yi. In a pass a thread scales its eight values of that
// column (xi 0 to 7, called cs0 to cs7), stores them to shared memory as two quads, and loads eight others, so that a
// warp's stores to global memory are whole rows of 32 neighbours. Shared addresses are words (four bytes) unless they
// are called bytes.
#pragma once

#include "gpu/kernel/maxas/kernels.hpp"
#include "gpu/layout/sgemm.hpp"

namespace tcviz::maxas {

inline constexpr int staging_passes = 8, staged_values = 8;

// Returns the byte address of a thread's first quad (writeCs); the second lies 4 * half higher.
int write_cs(const SgemmKernel& kernel, int tid);
int staged_word(const SgemmKernel& kernel, int tid, int q);  // the word to which cs q is stored
// Returns the byte address of a thread's first load (readCs).
int read_cs(const SgemmKernel& kernel, int tid);
int loaded_word(const SgemmKernel& kernel, int tid, int q);  // the word from which cs q is loaded

// Returns the element of the tile that a thread stores to global memory from its loaded cs q in a pass: row m, column
// n.
Element stored_element(const SgemmKernel& kernel, int tid, int pass, int q);

struct StagedBy {
  int tid = 0, q = 0;
  friend bool operator==(const StagedBy&, const StagedBy&) = default;
};
// Returns the thread that stores a word, and the q of its value; word is 0 to tile * tile / 8 - 1.
StagedBy writer_of(const SgemmKernel& kernel, int word);

// Returns the number of columns that the store addresses move on after `pass` (0 to 6): 1, and half - 3 on the way to
// the upper half, which the kernels take as half - 4 and then 1.
constexpr int column_step(const SgemmKernel& kernel, int pass) { return kernel.offset(pass + 1) - kernel.offset(pass); }

}  // namespace tcviz::maxas
