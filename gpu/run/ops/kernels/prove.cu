#include "head.cuh"

extern "C" __global__ void prove(int* rows, int* cols, int values) {
  for (int i = 0; i < values; ++i) {
    rows[threadIdx.x * values + i] = row(threadIdx.x, i);
    cols[threadIdx.x * values + i] = col(threadIdx.x, i);
  }
}
