// What is done beside the products that are timed: matrices are padded, the exact product is made, results are judged.
#include <cuda_fp16.h>

template <class T>
__device__ void pad(const float* from, T* to, int rows, int cols, int padded_rows, int padded_cols) {
  const size_t all = (size_t)padded_rows * padded_cols, step = (size_t)gridDim.x * blockDim.x;
  for (size_t e = (size_t)blockIdx.x * blockDim.x + threadIdx.x; e < all; e += step) {
    const size_t row = e / padded_cols, col = e % padded_cols;
    to[e] = row < rows && col < cols ? (T)from[row * cols + col] : (T)0.0f;
  }
}
extern "C" __global__ void pad_f32(const float* from, float* to, int rows, int cols, int padded_rows, int padded_cols) {
  pad(from, to, rows, cols, padded_rows, padded_cols);
}
extern "C" __global__ void pad_f16(const float* from, half* to, int rows, int cols, int padded_rows, int padded_cols) {
  pad(from, to, rows, cols, padded_rows, padded_cols);
}

// A thread for each element.
extern "C" __global__ void multiply_f64(const float* a, const float* b, double* c, int m, int n, int k) {
  __shared__ float left[16][16], right[16][17];
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  const int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
  double sum = 0;
  for (int p = 0; p < k; p += 16) {
    left[y][x] = row < m && p + x < k ? a[(size_t)row * k + p + x] : 0.0f;
    right[y][x] = p + y < k && col < n ? b[(size_t)(p + y) * n + col] : 0.0f;
    __syncthreads();
    for (int q = 0; q < 16; ++q) sum += (double)left[y][q] * right[q][x];
    __syncthreads();
  }
  if (row < m && col < n) c[(size_t)row * n + col] = sum;
}

// Of each block: the squares of the errors and of the exact numbers, added, and the largest error; NaN is infinitely
// wrong.
extern "C" __global__ void judge(const float* c, int pitch, const double* exact, int m, int n, double* parts) {
  __shared__ double wrong[256], size[256], most[256];
  const int t = threadIdx.x;
  wrong[t] = size[t] = most[t] = 0;
  const size_t all = (size_t)m * n, step = (size_t)gridDim.x * 256;
  for (size_t e = (size_t)blockIdx.x * 256 + t; e < all; e += step) {
    const double error = c[e / n * pitch + e % n] - exact[e];
    wrong[t] += error * error;
    size[t] += exact[e] * exact[e];
    most[t] = fmax(most[t], isnan(error) ? __longlong_as_double(0x7ff0000000000000) : fabs(error));
  }
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (t >= half) continue;
    wrong[t] += wrong[t + half], size[t] += size[t + half], most[t] = fmax(most[t], most[t + half]);
  }
  if (t == 0)
    parts[3 * blockIdx.x] = wrong[0], parts[3 * blockIdx.x + 1] = size[0], parts[3 * blockIdx.x + 2] = most[0];
}
