// C = A B without tensor cores: 16 x 16 tiles through shared memory, one element of a thread.
extern "C" __global__ void scalar(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float as[16][17], bs[16][17];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += 16) {
    as[y][x] = row < M && k0 + x < K ? A[row * K + k0 + x] : 0;
    bs[y][x] = k0 + y < K && col < N ? B[(k0 + y) * N + col] : 0;
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += as[y][k] * bs[k][x];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = sum;
}
