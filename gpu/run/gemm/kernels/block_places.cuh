// place_of_block() returns the tile of C that a block computes.
#pragma once

#include "head.cuh"

// Blocks are numbered down strips that are STRIP tiles wide, so that blocks that run together share rows and columns.
struct Place {
  int row, col;
};

__device__ inline Place place_of_block(int m, int n) {
  const int across = n / N, down = m / M;
  const int first = blockIdx.x / (STRIP * down) * STRIP, width = min(STRIP, across - first);
  const int inside = blockIdx.x % (STRIP * down);
  return {inside / width * M, (first + inside % width) * N};
}
