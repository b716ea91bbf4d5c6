// load_matrices() loads four 8x8 matrices of halves from shared memory (PTX ISA, "ldmatrix"). Lane l passes the address
// of row l % 8 of matrix l / 8.
#pragma once

template <bool transposed>
__device__ inline void load_matrices(unsigned (&x)[4], unsigned from) {
  if constexpr (transposed) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                 : "r"(from));
  } else {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                 : "r"(from));
  }
}
